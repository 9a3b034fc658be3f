package dev.stowage.sdk;

import java.util.Optional;

/// How full a volume is.
///
/// @param bytes bytes used and free
/// @param inodes files used and free; absent for a raw device
public record Usage(Amount bytes, Optional<Amount> inodes) {

    /// @param available what an ordinary user can still take
    public record Amount(long total, long used, long available) {}
}
