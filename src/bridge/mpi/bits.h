/// Bits in messages.
#ifndef VEER_BRIDGE_MPI_BITS_H
#define VEER_BRIDGE_MPI_BITS_H

#include "bridge/mpi/memory.h"

#include <string.h>

/// Bytes of so many bits.
static inline size_t veer_mpi_bits_size(uint32_t count)
{
    return (count + (size_t)7) / 8u;
}

/// Sets one that was 0.
static inline void veer_mpi_bits_set(unsigned char *bits, uint32_t i, bool value)
{
    bits[i / 8u] = (unsigned char)(bits[i / 8u] | (unsigned)value << i % 8u);
}

static inline bool veer_mpi_bits_has(const unsigned char *bits, uint32_t i)
{
    return (bits[i / 8u] >> i % 8u & 1u) != 0;
}

/// Adds so many, all 0. @return where
static inline unsigned char *veer_mpi_bits_add(VeerMpi *mpi, VeerMpiBytes *out, uint32_t count)
{
    size_t size = veer_mpi_bits_size(count);
    return memset(veer_mpi_bytes_add(mpi, out, size), 0, size);
}

/// Whether two values differ in any bit: also zeros of other signs do.
static inline bool veer_mpi_differ(const void *a, const void *b, size_t size)
{
    return memcmp(a, b, size) != 0;
}

#endif
