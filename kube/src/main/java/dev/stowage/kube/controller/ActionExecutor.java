package dev.stowage.kube.controller;

import dev.stowage.kube.client.ApiFailure;
import java.util.List;

/// Executes actions: on a cluster, or on a simulated one.
public interface ActionExecutor {

    void execute(ClusterAction action) throws ApiFailure, InterruptedException;

    /// In order; the first failure ends the list.
    default void execute(List<? extends ClusterAction> actions) throws ApiFailure, InterruptedException {
        for (ClusterAction action : actions) {
            execute(action);
        }
    }
}
