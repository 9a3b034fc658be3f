package dev.stowage.sdk;

import java.io.IOException;

/// Growing volumes. Declares EXPAND_VOLUME for the controller.
public interface VolumeExpansion {

    /// Makes the volume at least as big as asked; the data stays. Repeated until it succeeds.
    ExpandResult expand(ExpandRequest wanted) throws CsiException, IOException;

    /// Whether a volume can grow while it is in use.
    default boolean online() {
        return true;
    }
}
