package dev.stowage.control.schedule;

import dev.stowage.kube.object.Claim;
import dev.stowage.kube.object.Key;
import dev.stowage.kube.object.Volume;
import org.jspecify.annotations.Nullable;

/// Where the volume of an unbound claim comes from.
sealed interface Choice {

    Claim claim();

    /// From those that are there.
    record Take(Claim claim, Volume volume) implements Choice {}

    /// It is made for the node.
    ///
    /// @param pool the capacity object that has room for it; null when the driver does not say how much it has
    record Provision(Claim claim, @Nullable Key pool) implements Choice {}
}
