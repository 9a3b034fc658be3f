package dev.stowage.interop.driver;

import java.util.Map;

/// Options of csi-sanity that describe a driver's volumes.
///
/// @param size of the volumes that it creates, in bytes
/// @param expandedSize the size it expands them to
/// @param block whether it requests raw devices instead of file systems
/// @param parameters of every volume and every snapshot
/// @param mutableParameters for modifying volumes
/// @param attachLimit whether the driver's volume limit per node is low enough to be reached
public record SanityOptions(
        long size,
        long expandedSize,
        boolean block,
        Map<String, String> parameters,
        Map<String, String> mutableParameters,
        boolean attachLimit) {

    private static final long MIB = 1 << 20;

    /// None: csi-sanity runs as it is, with volumes of 10 GiB and calls without parameters.
    static final SanityOptions NONE = new SanityOptions(0, 0, false, Map.of(), Map.of(), false);

    /// Small file systems without parameters.
    public static final SanityOptions PLAIN = new SanityOptions(MIB, 2 * MIB, false, Map.of(), Map.of(), false);

    /// With a label to set.
    static final SanityOptions LABELLED = PLAIN.modifiedBy(Map.of("label.suite", "csi-sanity"));

    /// Big enough for an ext4 with a journal.
    static final SanityOptions IMAGES = LABELLED.sizes(8, 16);

    SanityOptions modifiedBy(Map<String, String> these) {
        return new SanityOptions(size, expandedSize, block, parameters, these, attachLimit);
    }

    SanityOptions sizes(long mebibytes, long expandedMebibytes) {
        return new SanityOptions(
                mebibytes * MIB, expandedMebibytes * MIB, block, parameters, mutableParameters, attachLimit);
    }

    SanityOptions fileSystem(String type) {
        return new SanityOptions(size, expandedSize, block, Map.of("fsType", type), mutableParameters, attachLimit);
    }

    /// Volumes are refused unless their sizes are enforced.
    SanityOptions enforced() {
        Map<String, String> enforced = Map.of("requireQuota", "true");
        return new SanityOptions(size, expandedSize, block, enforced, mutableParameters, attachLimit);
    }

    /// Snapshots and clones of thick volumes are allowed.
    SanityOptions copied() {
        Map<String, String> copied = Map.of("copyThickVolumes", "true");
        return new SanityOptions(size, expandedSize, block, copied, mutableParameters, attachLimit);
    }

    SanityOptions onDevices() {
        return new SanityOptions(size, expandedSize, true, parameters, mutableParameters, attachLimit);
    }

    SanityOptions upToTheLimit() {
        return new SanityOptions(size, expandedSize, block, parameters, mutableParameters, true);
    }
}
