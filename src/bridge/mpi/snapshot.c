/// The whole as one file, which all ranks write and read at once (MPI-IO). What MPI does with files
/// waits by itself: a thread looks on (await.h).
#define _POSIX_C_SOURCE 200809L
#include "bridge/mpi/await.h"
#include "bridge/mpi/image.h"
#include "bridge/mpi/memory.h"
#include "bridge/mpi/wire.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SUM_AT 8u                      ///< where the checksum is in a file
#define READ_AT_ONCE ((size_t)1 << 23) ///< bytes, of all ranks
#define PAGE ((size_t)4096)            ///< bytes that a rank reads at least

/// A file, and what is written to it or read from it next.
typedef struct Access {
    VeerMpi *mpi;
    const char *path;
    MPI_File file;
    int mode;
    uint64_t at;
    void *bytes;
    size_t size;
    bool is_good;
} Access;

/// Whether something is so on all ranks.
static bool on_all(VeerMpi *mpi, bool is_so)
{
    float fails = is_so ? 0.0f : 1.0f;
    veer_mpi_greatest(mpi, &fails, 1);
    return fails == 0.0f;
}

static bool call(Access *access, void (*function)(void *access))
{
    veer_mpi_await_call(access->mpi, function, access);
    return on_all(access->mpi, access->is_good);
}

/// A path as MPI takes it, with something more; free it. Open MPI 4.1 finds no "e", and takes what
/// is before a colon for the name of a file system.
static char *path_of(VeerMpi *mpi, const char *path, const char *more)
{
    size_t size = strlen(path) + strlen(more) + sizeof "./";
    char *made = veer_mpi_memory(mpi, NULL, size, 1);
    snprintf(made, size, "%s%s%s", *path == '/' ? "" : "./", path, more);
    return made;
}

static void open_file(void *user)
{
    Access *access = user;
    access->is_good = MPI_File_open(access->mpi->comm, access->path, access->mode, MPI_INFO_NULL,
                                    &access->file) == MPI_SUCCESS;
}

static void close_file(void *user)
{
    Access *access = user;
    access->is_good = MPI_File_close(&access->file) == MPI_SUCCESS;
}

static void sync_file(void *user)
{
    Access *access = user;
    access->is_good = MPI_File_sync(access->file) == MPI_SUCCESS;
}

/// Whether as many bytes went as were to.
static bool is_all(const Access *access, int code, const MPI_Status *status)
{
    int count = 0;
    return code == MPI_SUCCESS &&
           (access->size == 0 ||
            (MPI_Get_count(status, MPI_BYTE, &count) == MPI_SUCCESS && count == (int)access->size));
}

/// Each rank its own: of MPI_File_write_at_all, by which some ranks write for others, Open MPI 4.1
/// tells these nothing of a disk that is full, and parts of a MiB are none the faster by it.
static void write_part(void *user)
{
    Access *access = user;
    MPI_Status status;
    int code = MPI_File_write_at(access->file, (MPI_Offset)access->at, access->bytes,
                                 (int)access->size, MPI_BYTE, &status);
    access->is_good = is_all(access, code, &status);
}

static void read_part(void *user)
{
    Access *access = user;
    MPI_Status status;
    int code = MPI_File_read_at(access->file, (MPI_Offset)access->at, access->bytes,
                                (int)access->size, MPI_BYTE, &status);
    access->is_good = is_all(access, code, &status);
}

// --- Writing ---

/// An empty file beside its place, by one rank: those that do not see it there do not have the same
/// folder.
static bool create_part(const char *path, const char *part)
{
    struct stat there;
    bool is_there = lstat(path, &there) == 0;
    if ((is_there && !S_ISREG(there.st_mode)) || (unlink(part) != 0 && errno != ENOENT)) {
        return false;
    }
    mode_t mode = is_there ? there.st_mode & 0777u : 0666u;
    int file = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    return file >= 0 && close(file) == 0;
}

static bool sync_folder(const char *path)
{
    const char *name = strrchr(path, '/');
    char *folder = strdup(path);
    if (!folder) {
        return false;
    }
    // Of "name" it is ".", of "/name" "/".
    folder[name > path ? name - path : name ? 1 : 0] = '\0';
    int file = open(*folder ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(folder);
    bool is_synced = file >= 0 && fsync(file) == 0;
    return (file < 0 || close(file) == 0) && is_synced;
}

/// Puts the file in its place, by one rank.
static bool publish(const char *part, const char *path, uint64_t size)
{
    struct stat written;
    return stat(part, &written) == 0 && (uint64_t)written.st_size == size &&
           rename(part, path) == 0 && sync_folder(path);
}

/// Writes the blocks of all ranks behind the head, and adds their checksums to it.
/// @param end  where the file ends
static bool write_blocks(Access *access, size_t state, uint64_t *sum, uint64_t *end)
{
    VeerMpi *mpi = access->mpi;
    uint64_t own = 0, packed;
    size_t size, windows = 0, step = (size_t)mpi->ranks * VEER_PACK_BLOCK;
    bool is_written = true;
    access->bytes = veer_mpi_memory(mpi, NULL, VEER_PACK_BLOCK + VEER_PACK_WORD, 1);
    *end = VEER_EXPORT_HEAD;
    for (; is_written && windows * step < state; ++windows) {
        const unsigned char *block = veer_mpi_image_block(mpi, windows, &size);
        access->size = mpi->door->pack(block, size, access->bytes);
        access->at = *end + veer_mpi_before(mpi, access->size, &packed);
        own += mpi->door->sum(access->at, access->bytes, access->size);
        is_written = call(access, write_part);
        *end += packed;
    }
    free(access->bytes);
    (void)veer_mpi_before(mpi, own, &own);
    *sum += own;
    return is_written;
}

static bool write_head(Access *access, unsigned char *head, uint64_t sum)
{
    memcpy(head + SUM_AT, &sum, sizeof sum);
    access->at = 0;
    access->bytes = head;
    access->size = access->mpi->rank == 0 ? VEER_EXPORT_HEAD : 0;
    return call(access, write_part);
}

/// @return what could not be done; NULL: all was
static const char *write_file(Access *access, unsigned char *head, size_t state, uint64_t *end)
{
    uint64_t sum;
    memcpy(&sum, head + SUM_AT, sizeof sum);
    access->mode = MPI_MODE_WRONLY;
    if (!call(access, open_file)) {
        return "a rank does not see its folder"; // what others opened they cannot close alone
    }
    bool is_written = write_blocks(access, state, &sum, end) && write_head(access, head, sum) &&
                      call(access, sync_file);
    bool is_closed = call(access, close_file);
    return is_written && is_closed ? NULL : "cannot be written: the disk is full, or fails";
}

static const char *write_aside(VeerMpi *mpi, const char *path, char *part, size_t state,
                               unsigned char *head)
{
    Access access = {.mpi = mpi, .path = part};
    bool is_first = mpi->rank == 0;
    uint64_t end;
    if (!on_all(mpi, !is_first || create_part(path, part))) {
        return "its folder is not there or cannot be written to, or it is no regular file";
    }
    const char *wrong = write_file(&access, head, state, &end);
    if (!wrong && !on_all(mpi, !is_first || publish(part, path, end))) {
        wrong = "cannot be put in its place";
    }
    if (wrong && is_first) {
        unlink(part);
    }
    return wrong;
}

VeerStatus veer_mpi_export(VeerMpi *mpi, const char *path, const char **why)
{
    const char *unasked = NULL;
    why = why ? why : &unasked;
    if (!mpi) {
        return VEER_BAD_VALUE;
    }
    if (!on_all(mpi, path && *path) || !path) {
        *why = "no path";
        return VEER_BAD_VALUE;
    }
    unsigned char head[VEER_EXPORT_HEAD];
    size_t state = veer_mpi_image_open(mpi, head);
    char *part = path_of(mpi, path, ".part");
    const char *wrong = state > 0 ? write_aside(mpi, path, part, state, head)
                                  : "more profiles than the whole has room for";
    veer_mpi_image_close(mpi);
    free(part);
    *why = wrong ? wrong : *why;
    return !wrong ? VEER_OK : state > 0 ? VEER_BAD_VALUE : VEER_FULL;
}

// --- Reading ---

/// The worst status of all ranks: the greatest.
static VeerStatus worst(VeerMpi *mpi, VeerStatus status)
{
    float most = (float)status;
    veer_mpi_greatest(mpi, &most, 1);
    return (VeerStatus)most;
}

/// Reads a part on each rank, and gives them all to each.
/// @param part  bytes of each: access->bytes; all[part * ranks]
static bool read_parts(Access *access, uint64_t begin, uint64_t end, size_t part,
                       unsigned char *all)
{
    VeerMpi *mpi = access->mpi;
    MPI_Request request;
    access->at = begin + (uint64_t)mpi->rank * part;
    uint64_t left = end > access->at ? end - access->at : 0;
    access->size = left < part ? (size_t)left : part;
    bool is_read = call(access, read_part);
    MPI_Iallgather(access->bytes, (int)part, MPI_BYTE, all, (int)part, MPI_BYTE, mpi->comm,
                   &request);
    veer_mpi_await(mpi, &request, 1);
    return is_read;
}

/// Feeds all behind the head. @return whether it could be read
static bool read_state(Access *access, VeerImport *import, uint64_t size)
{
    VeerMpi *mpi = access->mpi;
    size_t ranks = (size_t)mpi->ranks, part = READ_AT_ONCE / ranks / PAGE * PAGE + PAGE;
    unsigned char *own = veer_mpi_memory(mpi, NULL, part, 1);
    unsigned char *all = veer_mpi_memory(mpi, NULL, part, ranks);
    bool is_read = true;
    memset(own, 0, part);
    access->bytes = own;
    for (uint64_t at = VEER_EXPORT_HEAD; is_read && at < size; at += part * ranks) {
        is_read = read_parts(access, at, size, part, all);
        mpi->door->import_feed(import, all,
                               size - at < part * ranks ? (size_t)(size - at) : part * ranks);
    }
    free(own);
    free(all);
    return is_read;
}

static VeerStatus read_open(Access *access, VeerWorld *whole)
{
    VeerMpi *mpi = access->mpi;
    unsigned char head[VEER_EXPORT_HEAD];
    MPI_Offset length = 0;
    MPI_File_get_size(access->file, &length);
    veer_mpi_tell_all(mpi, &length, sizeof length, 0);
    if (length < (MPI_Offset)sizeof head) {
        return VEER_NO_STATE;
    }
    access->bytes = head;
    access->size = sizeof head;
    if (!call(access, read_part)) {
        return VEER_BAD_VALUE;
    }
    VeerImport import;
    VeerStatus own = mpi->door->import_begin(&import, whole, head, (uint64_t)length);
    VeerStatus status = worst(mpi, own);
    if (status == VEER_OK && !read_state(access, &import, (uint64_t)length)) {
        status = VEER_BAD_VALUE;
    }
    // Of what is not fed to its end the sum is wrong: it is put back.
    own = own == VEER_OK ? mpi->door->import_end(&import, NULL) : own;
    return status == VEER_OK ? worst(mpi, own) : status;
}

static const char *wrong_with(VeerStatus status)
{
    switch (status) {
    case VEER_BAD_VALUE:
        return "cannot be read, or is not there";
    case VEER_OUT_OF_MEMORY:
        return "there is no memory to read it";
    case VEER_WRONG_DEF:
    case VEER_WRONG_MAP:
        return "is of another world";
    case VEER_WRONG_VERSION:
        return "is of another version of veer";
    default:
        return "is no state, or is damaged";
    }
}

static VeerStatus read_file(VeerMpi *mpi, const char *path, VeerWorld *whole)
{
    if (!on_all(mpi, whole && path) || !path) {
        return VEER_BAD_VALUE;
    }
    char *name = path_of(mpi, path, "");
    Access access = {.mpi = mpi, .path = name, .mode = MPI_MODE_RDONLY};
    bool is_open = call(&access, open_file);
    free(name);
    if (!is_open) {
        return VEER_BAD_VALUE;
    }
    VeerStatus status = read_open(&access, whole);
    (void)call(&access, close_file);
    return status;
}

VeerStatus veer_mpi_import(const void *comm, VeerWorld *whole, const char *path,
                           const VeerMpiDef *def, const char **why)
{
    VeerMpi mpi = {.comm = comm ? *(const MPI_Comm *)comm : MPI_COMM_WORLD,
                   .def = def ? *def : veer_mpi_def_default(),
                   .door = veer_shard_door()};
    MPI_Comm_rank(mpi.comm, &mpi.rank);
    MPI_Comm_size(mpi.comm, &mpi.ranks);
    VeerStatus status = read_file(&mpi, path, whole);
    if (status != VEER_OK && why) {
        *why = wrong_with(status);
    }
    return status;
}
