package dev.stowage.sdk;

/// What a new volume starts out with, when it does not start empty.
public sealed interface VolumeSource {

    record OfSnapshot(SnapshotId snapshot) implements VolumeSource {}

    record OfVolume(VolumeId volume) implements VolumeSource {}
}
