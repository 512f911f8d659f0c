/// What a rank has of a world that is spread, and what its files share.
#ifndef VEER_BRIDGE_MPI_RANKS_H
#define VEER_BRIDGE_MPI_RANKS_H

#include "veer/mpi.h"
#include "world/host/shard.h"

#include <mpi.h>
#include <stddef.h>

/// Where a rank's agents are: lower <= position < upper, m. All regions together are all there is.
typedef struct VeerMpiBox {
    float lower[3], upper[3];
} VeerMpiBox;

/// Bytes that grow.
typedef struct VeerMpiBytes {
    unsigned char *data;
    size_t size, room;
} VeerMpiBytes;

/// Slots that grow.
typedef struct VeerMpiSlots {
    uint32_t *all;
    uint32_t count, room;
} VeerMpiSlots;

/// Agents that one of two ranks shows to the other, as both know them.
typedef struct VeerMpiView {
    VeerMpiSlots slots;  ///< in the world of the rank that this is kept by
    VeerMpiBytes copies; ///< VeerMpiPackets: as they were told last
    // Of the present tick:
    VeerMpiBytes velocities; ///< VeerVec3: before contacts, m/s
    VeerMpiBytes moves;      ///< VeerVec3: what was told last of a stage
    VeerShardStage stage;
} VeerMpiView;

/// How often a flag was set of late, from -32767 to 32767: seldom to mostly. See tell.h.
typedef int16_t VeerMpiOdds;

enum { VEER_MPI_GROUP = 8 /**< words that a flag tells of at once */ };
/// Flags of so many words, and of their groups.
#define VEER_MPI_ODDS(count) ((count) + ((count) + VEER_MPI_GROUP - 1) / VEER_MPI_GROUP)

/// An agent in a message.
typedef struct VeerMpiPacket {
    VeerAgentId name;
    VeerShardAgent agent;
} VeerMpiPacket;

enum { VEER_MPI_WORDS = sizeof(VeerMpiPacket) / sizeof(uint32_t) };
_Static_assert(sizeof(VeerMpiPacket) % sizeof(uint32_t) == 0, "whole words");

/// What a message of agents that go begins with.
typedef struct VeerMpiHead {
    uint32_t agents, pairs;
    uint32_t near; ///< agents that the sender may show to the receiver in this tick, at most
} VeerMpiHead;

/// What both ends know of all that was told in one direction.
typedef struct VeerMpiLore {
    VeerMpiOdds head[VEER_MPI_ODDS(3)], packet[VEER_MPI_ODDS(VEER_MPI_WORDS)];
    VeerMpiOdds fresh[VEER_MPI_ODDS(VEER_MPI_WORDS)], kept[VEER_MPI_ODDS(VEER_MPI_WORDS)];
    VeerMpiOdds moves[VEER_SHARD_CUT + 1][VEER_MPI_ODDS(3)];
    VeerMpiOdds is_fresh, is_gone, is_moving;
    VeerMpiHead last_head;
    VeerMpiPacket last_packet, last_fresh; ///< that went; that was shown for the first time
} VeerMpiLore;

/// What the flags of a message are in: see tell.c.
typedef struct VeerMpiRange {
    uint32_t lower, upper;
} VeerMpiRange;

/// A message that is read.
typedef struct VeerMpiHearing {
    VeerMpiRange range;
    uint32_t code;
    const unsigned char *flags, *values_begin, *values;
} VeerMpiHearing;

/// What goes to another rank and comes from it.
typedef struct VeerMpiPeer {
    int rank;
    VeerMpiHead head, head_in;   ///< of agents that go, and come
    VeerMpiBytes packets, pairs; ///< VeerMpiPacket, VeerPair: that go
    VeerMpiBytes out, in;
    VeerMpiBytes flags, values; ///< of a message that is told
    VeerMpiRange range;         ///< likewise
    VeerMpiHearing hearing;     ///< of one that is read
    VeerMpiLore told, heard;
    uint32_t place;                  ///< how far of shown_before has been told
    VeerMpiView shown, shown_before; ///< own agents that are ghosts there, and were before
    VeerMpiView seen, seen_before;   ///< its agents that are ghosts here, in its order
} VeerMpiPeer;

typedef struct VeerMpiShare VeerMpiShare; ///< see share.c
typedef struct VeerMpiImage VeerMpiImage; ///< see image.h

struct VeerMpi {
    MPI_Comm comm;
    int rank, ranks;
    VeerMpiDef def;
    const VeerShardDoor *door;
    VeerWorld *world;
    uint32_t capacity;     ///< agents that there is room for
    VeerAgentId *names;    ///< names[capacity], by slot: handles in the whole
    uint8_t *kinds;        ///< kinds[capacity], by slot: VeerShardKind
    uint8_t *is_fresh;     ///< is_fresh[capacity]: it was put in this exchange
    uint32_t *slots;       ///< slots[whole_slots]: where an agent of the whole is; VEER_NO_SLOT
    uint32_t *generations; ///< generations[whole_slots] of the whole; 0: no agent
    uint32_t whole_slots;
    VeerMpiBox *regions;       ///< regions[ranks]
    VeerMpiPeer *peers;        ///< peers[ranks - 1], of all others
    uint32_t *peer_of;         ///< peer_of[ranks]: where each is in peers[]
    uint32_t *goes;            ///< goes[capacity], by slot: 1 + peer that an agent goes to; 0: none
    uint32_t peer_count;       ///< those of the present tick, the first ones
    float halo;                ///< m, of the present tick
    VeerMpiBytes pairs;        ///< VeerPair: of agents that came
    VeerMpiBytes parted;       ///< VeerPair, by handles of the whole: they touched, and one was put
                               ///< where the other is not seen from
    VeerMpiBytes events, told; ///< of the last tick
    VeerMpiBytes gathered;
    double load, wait;     ///< s: what the ticks since the last look took, and waited
    MPI_Request *requests; ///< requests[2 * ranks]
    bool has_changed;      ///< own agents are others than in the last tick
    VeerParts parts;       ///< of the present tick
    VeerMpiShare *share;   ///< NULL: regions; else `world` is the host's whole
    VeerMpiImage *image;   ///< NULL: shared
    VeerMpiStats stats;
};

#endif
