package dev.stowage.kube.controller;

import dev.stowage.kube.client.ApiFailure;
import java.util.List;

/// Carries steps out: on a cluster, or on a simulated one.
public interface ActionExecutor {

    void execute(ClusterAction action) throws ApiFailure, InterruptedException;

    /// One after another; the first that fails ends it.
    default void execute(List<? extends ClusterAction> actions) throws ApiFailure, InterruptedException {
        for (ClusterAction action : actions) {
            execute(action);
        }
    }
}
