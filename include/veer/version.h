/// The version of these headers; the build reads it from here.
#ifndef VEER_VERSION_H
#define VEER_VERSION_H

#define VEER_VERSION_MAJOR 0 ///< greater: a host has to be changed
#define VEER_VERSION_MINOR 1 ///< below 1.0, too
#define VEER_VERSION_PATCH 0 ///< greater: faults are mended

/// In one number, greater for what is newer: 10000 · major + 100 · minor + patch.
#define VEER_VERSION (VEER_VERSION_MAJOR * 10000u + VEER_VERSION_MINOR * 100u + VEER_VERSION_PATCH)

/// Its arguments as they are, in words.
#define VEER_VERSION_SPELL(major, minor, patch) #major "." #minor "." #patch
/// The values of its arguments, in words.
#define VEER_VERSION_WORDS(major, minor, patch) VEER_VERSION_SPELL(major, minor, patch)

/// In words: "major.minor.patch".
#define VEER_VERSION_TEXT                                                                          \
    VEER_VERSION_WORDS(VEER_VERSION_MAJOR, VEER_VERSION_MINOR, VEER_VERSION_PATCH)

#endif
