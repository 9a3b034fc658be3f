package dev.stowage.sim.model;

import dev.stowage.kube.client.ApiFailure;

/// A simulated component that does one thing at a time.
public interface Actor {

    /// Does one thing, if there is something to do. A write that is refused is simply tried again another time.
    ///
    /// @return whether there was
    boolean act() throws ApiFailure;
}
