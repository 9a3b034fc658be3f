package dev.stowage.sdk;

import java.io.IOException;

/// Growing volumes. Declares EXPAND_VOLUME for the controller.
public interface Expansion {

    /// Makes the volume at least as big as asked; the data stays. Repeated until it succeeds.
    Grown expand(Growth wanted) throws CsiException, IOException;

    /// Whether a volume can grow while it is in use.
    default boolean online() {
        return true;
    }
}
