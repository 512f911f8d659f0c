/// Maps from pictures and from the Tiled editor (library veer_io), and from any file that holds
/// one.
#ifndef VEER_MAPFILE_H
#define VEER_MAPFILE_H

#include "veer/movingai.h"

/// Reads a picture (PNG), a cell a pixel, its lowest row first. Black, and what is transparent by
/// more than half, is blocked; a grey level of L in 255 is crossed at that part of the speed, so it
/// costs 255 / L, rounded. Levels count as they are stored, of 16 bits the higher 8, whatever gamma
/// the file tells of; a colour's is 0.21 red + 0.72 green + 0.07 blue.
///
/// @param name    what errors call it, usually the file's path
/// @param data    data[length]
/// @param limits  the picture's size is held against them before anything is made of it; NULL: the
///                defaults
/// @param error   filled when the status is not VEER_OK: "name: what is wrong"
/// @return VEER_OK; VEER_BAD_VALUE; VEER_OUT_OF_MEMORY
VEER_API VeerStatus veer_map_png_read(const char *name, const void *data, size_t length,
                                      const VeerInputLimits *limits, VeerMapText *out,
                                      VeerInputError *error);

/// Reads a map of the Tiled editor in its JSON format (.tmj, .json): orthogonal, finite, a cell a
/// tile, its lowest row first; layers as CSV or Base64, plain or packed by zlib or gzip.
///
/// A layer, a tile or an object is blocked that says so by its property `blocked`, or a layer or an
/// object by its class or name "blocked", "walls" or "collision": of a tile layer all tiles, of an
/// object layer all objects, as cells whose inside they meet. A tile or an object may have
/// `blocked` false in such a layer. What a tile costs is its property `cost`, 1 to 255. Tilesets in
/// files of their own are not looked at, nor what is hidden or not.
///
/// @return as veer_map_png_read; errors name the place: "name: layers[2].data: …"
VEER_API VeerStatus veer_map_tiled_read(const char *name, const char *text, size_t length,
                                        const VeerInputLimits *limits, VeerMapText *out,
                                        VeerInputError *error);

/// Reads a map from a regular file within limits (NULL: the defaults), by the end of its name:
/// `.png`, `.tmj` or `.json`; anything else as a map of the Moving AI Lab.
VEER_API VeerStatus veer_map_read_file(const char *path, const VeerInputLimits *limits,
                                       VeerMapText *out, VeerInputError *error);

#endif
