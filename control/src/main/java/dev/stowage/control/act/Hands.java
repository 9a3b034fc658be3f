package dev.stowage.control.act;

import dev.stowage.kube.client.ApiFailure;
import java.util.List;

/// Carries steps out: on a cluster, or on a simulated one.
public interface Hands {

    void carryOut(Act act) throws ApiFailure, InterruptedException;

    /// One after another; the first that fails ends it.
    default void carryOut(List<? extends Act> acts) throws ApiFailure, InterruptedException {
        for (Act act : acts) {
            carryOut(act);
        }
    }
}
