/// Reading one member of an object by its property.
#ifndef VEER_IO_PROPERTY_H
#define VEER_IO_PROPERTY_H

#include "io/json/json.h"

/// Reads `node` as `property` says into *out, which is of the property's type.
bool veer_property_read(VeerReader *reader, const VeerNode *node, const VeerProperty *property,
                        void *out);

#endif
