package dev.stowage.sdk;

/// What a storage can still hold.
///
/// @param available all the volumes yet to be made together
/// @param maximumVolumeSize one volume at most; [Bytes#UNLIMITED] when only the whole counts
/// @param minimumVolumeSize one volume at least
public record AvailableCapacity(Bytes available, Bytes maximumVolumeSize, Bytes minimumVolumeSize) {

    public static final AvailableCapacity NONE = AvailableCapacity.of(Bytes.ZERO);

    public static AvailableCapacity of(Bytes available) {
        return new AvailableCapacity(available, Bytes.UNLIMITED, Bytes.ZERO);
    }
}
