package dev.stowage.sdk;

import java.io.IOException;

/// Expands volumes. Declares EXPAND_VOLUME for the controller.
public interface VolumeExpansion {

    /// Expands the volume to at least the requested size; the data is kept. Retried until it succeeds.
    ExpandResult expand(ExpandRequest wanted) throws CsiException, IOException;

    /// Whether a volume can be expanded while it is in use.
    default boolean online() {
        return true;
    }
}
