/// @file
/// The kinds of worlds that sessions have.
#ifndef VEER_HARNESS_KINDS_H
#define VEER_HARNESS_KINDS_H

#include "session.h"

/// The name of a kind; NULL: there are no more. "scene:NAME" is one, too.
const char *kind_name(uint32_t index);
/// A def of the session's kind, its capacities drawn.
void make_world_def(Session *session, VeerWorldDef *def);
/// Makes a world of the session's kind. @return NULL: it cannot be made
VeerWorld *make_world(Session *session);
/// Puts a world in the place of another, which goes first.
void take_place(Session *session, Place *place, VeerWorld *world);

#endif
