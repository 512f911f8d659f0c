/// The state of the whole, of which no rank has all: block by block, as a packed state has it.
#ifndef VEER_BRIDGE_MPI_IMAGE_H
#define VEER_BRIDGE_MPI_IMAGE_H

#include "bridge/mpi/ranks.h"

/// Notes what of a world no rank has once it is spread.
void veer_mpi_image_make(VeerMpi *mpi, const VeerWorld *whole);
/// Gives back the memory. Of none: nothing.
void veer_mpi_image_free(VeerMpi *mpi);

/// Begins to read the state out. Collective.
/// @param head  VEER_EXPORT_HEAD: as VeerShardDoor.export_head of the whole
/// @return bytes of the state, on every rank the same; 0: there is no room for the profiles of all
size_t veer_mpi_image_open(VeerMpi *mpi, void *head);
/// Some bytes of it for each rank. Collective.
/// @param windows  how many such there were before: rank r has block windows * ranks + r
/// @param size     how many it gets: VEER_PACK_BLOCK; fewer of the last block, 0 beyond it
/// @return them, until the next call
const unsigned char *veer_mpi_image_block(VeerMpi *mpi, size_t windows, size_t *size);
/// Ends that.
void veer_mpi_image_close(VeerMpi *mpi);

// --- For order.c ---

/// What a rank has elements of.
typedef enum VeerMpiSource {
    VEER_MPI_OWN, ///< its agents
    VEER_MPI_DEAD,
    VEER_MPI_PAIRS,
    VEER_MPI_SOURCES
} VeerMpiSource;

/// A slot of the whole that was given back before it was spread.
typedef struct VeerMpiDead {
    VeerAgentId next; ///< the next one of those
    uint32_t generation;
} VeerMpiDead;

struct VeerMpiImage {
    unsigned char file_head[VEER_EXPORT_HEAD];
    size_t size;          ///< bytes of the state
    VeerStateHead before; ///< as it was when it was spread
    VeerShardSection of_whole[VEER_MAX_SECTIONS], of_own[VEER_MAX_SECTIONS];
    uint32_t section_count;
    VeerMpiDead *dead;                     ///< this rank's part of them
    VeerMpiBytes known;                    ///< see order.c: profiles that the whole had
    VeerMpiSlots places[VEER_MPI_SOURCES]; ///< ascending: slots of the whole; of pairs, numbers
    int *counts; ///< counts[4 * ranks]: bytes that go, and come, and where these begin
    // While it is read out:
    VeerStateHead head;
    VeerMpiBytes profiles; ///< VeerProfile, of the whole
    uint16_t *rows;        ///< of the whole, by row of this rank's world
    VeerMpiBytes pairs;    ///< VeerPair, of the whole: some of them, in their order
    VeerMpiBytes out, in, block;
};

/// The section of a kind. @param room  elements that it has in the whole
const VeerShardSection *veer_mpi_section(const VeerMpiImage *image, VeerSectionKind kind,
                                         uint32_t *room);
/// Sends out[] to where counts[ranks] say, part after part, and fills in[].
void veer_mpi_exchange(VeerMpi *mpi, VeerMpiImage *image);

#endif
