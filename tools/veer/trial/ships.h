/// The ships and rocks of `veer odds`: settings laid over a scene.
#ifndef VEER_TOOLS_SHIPS_H
#define VEER_TOOLS_SHIPS_H

#include "base/base.h"

#define VEER_MAX_OWN_SETTINGS 48u

/// Settings, owned.
typedef struct VeerSettings {
    char texts[VEER_MAX_OWN_SETTINGS][200];
    uint32_t count;
} VeerSettings;

/// The name of a class of ships; NULL past the last one.
const char *veer_ship_class_name(uint32_t number);

/// Rocks thrown at random.
typedef struct VeerRocks {
    uint32_t index; ///< in the scene's list of obstacles
    double count, slowest, fastest;
} VeerRocks;

/// What a ship is: m, m/s, m/s², rad/s.
typedef enum VeerShipValue {
    VEER_SHIP_RADIUS = 0,
    VEER_SHIP_MAX_SPEED,
    VEER_SHIP_PREFERRED_SPEED,
    VEER_SHIP_ACCELERATION,
    VEER_SHIP_BRAKING,
    VEER_SHIP_TURN_RATE,
    VEER_SHIP_VALUE_COUNT
} VeerShipValue;

/// A scene's ship and rocks, as the scene has them.
typedef struct VeerFieldOfRocks {
    char scene[64], title[160];
    const char *owner;                   ///< the object of the scene that states the ship
    float values[VEER_SHIP_VALUE_COUNT]; ///< of the ship; 0: not stated
    VeerRocks rocks[16];
    uint32_t rocks_count;
} VeerFieldOfRocks;

/// Reads the ship and the rocks of a scene: the ship of its first group, or of its defaults where
/// that states no radius, and its obstacles of the kind "field", if it has any.
///
/// @param seed  the first one, as the arguments or the scene have it
bool veer_ships_read(const VeerArgs *args, VeerFieldOfRocks *field, uint64_t *seed,
                     VeerInputError *error);

/// Lays a class of ships, with a model whose constants are derived from it, and so many times the
/// rocks over the scene. The settings that the arguments have already win over the constants of the
/// model; the class is a multiple of what they make of the ship.
///
/// @param settings  where the new settings live: as long as the arguments
bool veer_ships_lay(VeerArgs *args, const VeerFieldOfRocks *field, uint32_t ship_class,
                    VeerAvoidModel model, VeerSettings *settings, VeerInputError *error);

#endif
