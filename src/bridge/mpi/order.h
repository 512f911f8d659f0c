/// What of the state of the whole has an order that no rank alone can tell: profiles and pairs.
#ifndef VEER_BRIDGE_MPI_ORDER_H
#define VEER_BRIDGE_MPI_ORDER_H

#include "bridge/mpi/image.h"

/// Notes the profiles of the whole, rows[count], which are to keep their rows.
void veer_mpi_note_profiles(VeerMpi *mpi, VeerMpiImage *image, const VeerProfile *rows,
                            uint32_t count);
/// Profiles of all, in their rows. Collective. @return whether there is room
bool veer_mpi_take_profiles(VeerMpi *mpi, VeerMpiImage *image);
/// Pairs in the order of one world, each rank the next ones. Collective.
/// @return how many of all ranks there is room for
uint32_t veer_mpi_take_pairs(VeerMpi *mpi, VeerMpiImage *image);

#endif
