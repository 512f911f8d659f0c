/// From JSON text to a tree.
#ifndef VEER_IO_SOURCE_H
#define VEER_IO_SOURCE_H

#include "io/json/reader.h"

/// Parses text[length], an object, into nodes of the reader's store. Syntax errors, duplicate
/// keys, NULs, numbers out of range and nesting beyond VEER_TREE_DEPTH are refused with line and
/// column. @return NULL, with the reader's error, when it fails
VeerNode *veer_source_parse(VeerReader *reader, const char *text, size_t length);

/// Parses the value of a setting: JSON, or else the text as it is, as a string.
/// @return NULL when memory is out
VeerNode *veer_source_parse_value(VeerReader *reader, const char *text);

#endif
