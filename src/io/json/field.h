/// Reading one member of an object by its field.
#ifndef VEER_IO_FIELD_H
#define VEER_IO_FIELD_H

#include "io/json/json.h"

/// Reads `node` as `field` says into *out, which is of the field's type.
bool veer_field_read(VeerReader *reader, const VeerNode *node, const VeerField *field, void *out);

#endif
