package dev.stowage.sdk;

/// The available capacity of a storage.
///
/// @param available the total for all new volumes
/// @param maximumVolumeSize of one volume; [Bytes#UNLIMITED] when only the total is limited
/// @param minimumVolumeSize of one volume
public record AvailableCapacity(Bytes available, Bytes maximumVolumeSize, Bytes minimumVolumeSize) {

    public static final AvailableCapacity NONE = AvailableCapacity.of(Bytes.ZERO);

    public static AvailableCapacity of(Bytes available) {
        return new AvailableCapacity(available, Bytes.UNLIMITED, Bytes.ZERO);
    }
}
