package dev.stowage.sdk;

import java.util.Optional;

/// The usage of a volume.
///
/// @param bytes bytes used and free
/// @param inodes files used and free; absent for a raw device
public record Usage(Amount bytes, Optional<Amount> inodes) {

    /// @param available what an unprivileged user can still use
    public record Amount(long total, long used, long available) {}
}
