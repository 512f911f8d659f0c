/// Memory: what there is none of ends the job, since the others wait.
#include "bridge/mpi/memory.h"

#include <stdio.h>
#include <stdlib.h>

_Noreturn void veer_mpi_fail(VeerMpi *mpi, const char *what, size_t count)
{
    fprintf(stderr, "veer_mpi: rank %d: %s (%zu)\n", mpi->rank, what, count);
    MPI_Abort(mpi->comm, 1);
    abort();
}

void *veer_mpi_memory(VeerMpi *mpi, void *old, size_t count, size_t size)
{
    void *memory = realloc(old, count > 0 ? count * size : 1);
    if (!memory) {
        veer_mpi_fail(mpi, "no memory, bytes", count * size);
    }
    return memory;
}

void *veer_mpi_bytes_add(VeerMpi *mpi, VeerMpiBytes *bytes, size_t size)
{
    if (!bytes->data || bytes->room - bytes->size < size) {
        bytes->room = (bytes->size + size) * 3 / 2 + 64;
        bytes->data = veer_mpi_memory(mpi, bytes->data, bytes->room, 1);
    }
    void *place = bytes->data + bytes->size;
    bytes->size += size;
    return place;
}

void veer_mpi_slots_add(VeerMpi *mpi, VeerMpiSlots *slots, uint32_t slot)
{
    if (slots->count == slots->room) {
        slots->room = slots->room * 2 + 64;
        slots->all = veer_mpi_memory(mpi, slots->all, slots->room, sizeof *slots->all);
    }
    slots->all[slots->count++] = slot;
}
