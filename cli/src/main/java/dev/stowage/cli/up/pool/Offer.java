package dev.stowage.cli.up.pool;

import dev.stowage.driver.backend.BackendKind;
import java.util.Optional;

/// A way of keeping volumes.
///
/// @param lack why it cannot be had here
public record Offer(BackendKind kind, Optional<String> lack) {

    public boolean isThere() {
        return lack.isEmpty();
    }

    /// As parameter `pool` of a class names it.
    public String pool() {
        return pool(kind);
    }

    static String pool(BackendKind kind) {
        return switch (kind) {
            case IMAGE -> "images";
            case BTRFS -> "subvolumes";
            case DIRECTORY -> "folders";
            case SHARED -> "shared";
        };
    }
}
