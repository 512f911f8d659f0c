/// Stations: where bodies can stand in passages with room for one, so that none keeps another from
/// the next.
#ifndef VEER_MAP_LAYERS_STATIONS_H
#define VEER_MAP_LAYERS_STATIONS_H

#include "map/layers/narrow.h"

#define VEER_MAX_STATIONS 16384u
#define VEER_STATION_WAYS 8 ///< ways to others that a station has at most

/// A station, and the ways from it to those beside it.
typedef struct VeerStation {
    VeerCell cell;
    VeerCell border[VEER_STATION_WAYS]; ///< the last cell that is nearer to it than to the other
    uint16_t next[VEER_STATION_WAYS];   ///< their numbers, from 1 on, the least first
    uint16_t count;
    uint16_t part;     ///< the least number of those that it hangs together with
    uint16_t is_small; ///< of that one: they are left out
} VeerStation;

/// Stations of a grid.
typedef struct VeerStations VeerStations;

/// What stations are laid out by.
typedef struct VeerStationsDef {
    const VeerNarrow *narrow;
    float radius;      ///< m, of the bodies; stations are twice as far apart at least
    uint32_t least;    ///< fewer that hang together are left out
    uint32_t *queue;   ///< scratch: queue[queue_room]; what is beyond is left out
    size_t queue_room; ///< cells that are narrow, at least as many as stations
} VeerStationsDef;

/// How many stations a grid of a size has at most.
uint32_t veer_stations_room(uint32_t width, uint32_t height);
/// Bytes for the stations of a grid: two for each cell, and 100 for each of at most half as
/// many stations.
size_t veer_stations_size(uint32_t width, uint32_t height);
/// Makes room for stations; there are none yet.
VeerStations *veer_stations_init(void *memory, uint32_t width, uint32_t height);

/// Lays stations out over the narrow cells in which a body has room, first where ways branch, bend
/// and end, then between. Each cell belongs to the station that is nearest by way; stations
/// whose cells touch lead to each other. What hangs together without any branch is left out.
///
/// @param grid  of the same size
/// @return how many there are
/// Cost O(cells + narrow cells · radius in cells, squared). Allocates nothing.
uint32_t veer_stations_build(VeerStations *stations, const VeerGrid *grid,
                             const VeerStationsDef *def);

/// The number of the station that a cell belongs to, from 1 on; 0: to none.
uint32_t veer_stations_at(const VeerStations *stations, VeerCell cell);
/// A station by its number, from 1 on.
const VeerStation *veer_station(const VeerStations *stations, uint32_t number);
uint32_t veer_stations_count(const VeerStations *stations);

#endif
