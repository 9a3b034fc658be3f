package dev.stowage.cli.up.backend;

import dev.stowage.driver.backend.BackendKind;
import java.util.Optional;

/// Whether a backend is available on this machine.
///
/// @param unavailableReason why it is not available
public record BackendAvailability(BackendKind kind, Optional<String> unavailableReason) {

    public boolean isAvailable() {
        return unavailableReason.isEmpty();
    }

    /// As parameter `pool` of a class names it.
    public String pool() {
        return pool(kind);
    }

    static String pool(BackendKind kind) {
        return switch (kind) {
            case IMAGE -> "images";
            case BTRFS -> "subvolumes";
            case LVM -> "logical-volumes";
            case DIRECTORY -> "folders";
            case SHARED -> "shared";
        };
    }
}
