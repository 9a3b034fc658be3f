package dev.stowage.cli.top;

import com.fasterxml.jackson.databind.JsonNode;

/// The usage of a volume, as its kubelet reports it.
///
/// @param inodes 0 if they are allocated dynamically
/// @param abnormal the health problem that the driver reports
record VolumeUsage(long usedBytes, long capacityBytes, long usedInodes, long inodes, boolean abnormal) {

    static VolumeUsage read(JsonNode volume) {
        return new VolumeUsage(
                volume.path("usedBytes").asLong(),
                volume.path("capacityBytes").asLong(),
                volume.path("inodesUsed").asLong(),
                volume.path("inodes").asLong(),
                volume.path("volumeHealthStats").path("abnormal").asBoolean());
    }

    double bytesShare() {
        return share(usedBytes, capacityBytes);
    }

    double inodesShare() {
        return share(usedInodes, inodes);
    }

    private static double share(long part, long whole) {
        return whole <= 0 ? 0 : (double) part / whole;
    }
}
