package dev.stowage.sim.model;

import dev.stowage.kube.client.ApiFailure;

/// A simulated component that takes one step at a time.
public interface Actor {

    /// Takes one step, if there is something to do. A rejected write is retried in a later step.
    ///
    /// @return whether there was something to do
    boolean act() throws ApiFailure;
}
