/// The constants of squads.
#ifndef VEER_WORLD_SQUAD_CONSTANTS_H
#define VEER_WORLD_SQUAD_CONSTANTS_H

/// @name Times, s
/// @{
#define EASE_SECONDS 1.0f ///< changes of plan are seen so far ahead: a stop, a slot to move aside
#define PATIENCE_SECONDS 5.0f ///< who lags behind is waited for so long
/// @}

/// @name Lengths
/// @{
#define NEAR_SPACINGS 4.0f ///< spacings: what is so near is of the same place, and concerns it now
#define QUEUE_SPACINGS 20.0f ///< spacings: gaps, and others that come to them, are seen from so far
#define MARGIN_RADII 1.2f    ///< radii that a body has about it for itself
#define FORMED_RADII 2.0f    ///< radii: who is so near to its place is there (docs/squads.md)
#define MAX_CHORD_SIDES 4.0f ///< half widths of a formation: the widest bend it is led through
#define SLOT_PART 0.1f       ///< of the spacing: how a slot moves is measured over so much
/// @}

/// @name Shape
/// @{
#define SPLIT_PART 0.75f    ///< of the width must be free, or the formation becomes a column
#define SWAP_PART 0.25f     ///< of the spacing's square: two exchange their seats for no less
#define PACE_PART 0.9f      ///< of the slowest's top speed, so that all can catch up
#define IMPATIENT_PART 0.3f ///< of that, for those who do not catch up
/// @}

#define DETOUR                                                                                     \
    1.5f ///< times as long: a wider path may be, and one that was not found is taken to be

/// @name Priority of members while their squad arrives; others have 1
/// @{
#define HOLDING 8.0f   ///< those that hold their places, before those that come past
#define PRESSING 24.0f ///< those that come no nearer to theirs, before both
/// @}

#endif
