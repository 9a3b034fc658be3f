package dev.stowage.sidecar.provision.source;

import dev.stowage.sidecar.provision.seam.Refusal;
import dev.stowage.sidecar.provision.seam.State;
import java.util.Optional;

/// The handle of a source that was looked for, and why it cannot be had.
///
/// @param kind as claims name it
record Handle(String kind, String name) {

    void refuse(Optional<String> problem) throws Refusal {
        if (problem.isPresent()) {
            throw unusable(problem.get());
        }
    }

    Refusal unusable(String why) {
        return new Refusal(
                State.NO_CHANGE, "error getting handle for DataSource Type " + kind + " by Name " + name + ": " + why);
    }
}
