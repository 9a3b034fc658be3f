package dev.stowage.sdk;

/// The data source of a new volume.
public sealed interface VolumeSource {

    record OfSnapshot(SnapshotId snapshot) implements VolumeSource {}

    record OfVolume(VolumeId volume) implements VolumeSource {}
}
