package dev.stowage.node.runtime;

import java.time.Duration;

/// Receives what happens while an image is pulled.
public interface ImagePullListener {

    /// Nothing is pulled.
    void alreadyPresent();

    void started();

    /// @param size in bytes
    void succeeded(Duration took, long size);
}
