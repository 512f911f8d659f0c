/// Regions: cutting them, and where a point is.
#ifndef VEER_BRIDGE_MPI_CUTS_H
#define VEER_BRIDGE_MPI_CUTS_H

#include "bridge/mpi/ranks.h"

/// Makes regions[ranks] of a metre each, in a row from the origin, of which the first and the last
/// have all that is beyond: what is there before there are agents.
void veer_mpi_cut_evenly(VeerMpi *mpi);
/// Cuts all there is into regions[ranks], so that each has as much weight; where there are too few
/// points to part, regions stay as they are. Collective.
/// @param points  points[count] of this rank
/// @param weight  of each of them
void veer_mpi_cut(VeerMpi *mpi, const VeerVec3 *points, uint32_t count, double weight);
/// The rank whose region a point is in.
int veer_mpi_rank_at(const VeerMpi *mpi, VeerVec3 point);
/// Whether a point is in a region.
bool veer_mpi_box_has(const VeerMpiBox *region, VeerVec3 point);
/// m, from a point to a region.
double veer_mpi_box_distance(const VeerMpiBox *region, VeerVec3 point);
/// Whether a point is within a distance of a region, m.
bool veer_mpi_box_is_near(const VeerMpiBox *region, VeerVec3 point, float distance);
/// Finds peers: ranks whose regions are within two halos; or all.
void veer_mpi_find_peers(VeerMpi *mpi, bool has_all);

#endif
