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

    /// What two storages have together; one volume is in one of them.
    public AvailableCapacity plus(AvailableCapacity other) {
        long most = Bytes.UNLIMITED.count() - available.count();
        Bytes total = Bytes.of(available.count() + Math.min(most, other.available.count()));
        return new AvailableCapacity(
                total,
                maximumVolumeSize.isLessThan(other.maximumVolumeSize) ? other.maximumVolumeSize : maximumVolumeSize,
                minimumVolumeSize.isLessThan(other.minimumVolumeSize) ? minimumVolumeSize : other.minimumVolumeSize);
    }
}
