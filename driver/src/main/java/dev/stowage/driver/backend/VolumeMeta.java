package dev.stowage.driver.backend;

import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.VolumeId;
import java.util.Map;

/// What is written beside a volume's data, so that the pool describes itself to any driver that opens it.
///
/// @param id the volume
/// @param backend how it is kept
/// @param size its provisioned size
/// @param fsType ext4, xfs or btrfs for a file system in an image; empty for a raw device or a directory
/// @param block whether it is a raw device
/// @param formatted whether a file system was ever made in it; once true, nothing is ever formatted again
/// @param thin whether its space is not reserved
/// @param ephemeral whether it lives and dies with one publication
/// @param settings modifiable parameters as last set
public record VolumeMeta(
        VolumeId id,
        BackendKind backend,
        Bytes size,
        String fsType,
        boolean block,
        boolean formatted,
        boolean thin,
        boolean ephemeral,
        Map<String, String> settings) {

    public VolumeMeta {
        settings = Map.copyOf(settings);
    }

    public VolumeMeta size(Bytes now) {
        return new VolumeMeta(id, backend, now, fsType, block, formatted, thin, ephemeral, settings);
    }

    public VolumeMeta asFormatted() {
        return new VolumeMeta(id, backend, size, fsType, block, true, thin, ephemeral, settings);
    }

    public VolumeMeta asEphemeral() {
        return new VolumeMeta(id, backend, size, fsType, block, formatted, thin, true, settings);
    }

    public VolumeMeta settings(Map<String, String> now) {
        return new VolumeMeta(id, backend, size, fsType, block, formatted, thin, ephemeral, now);
    }
}
