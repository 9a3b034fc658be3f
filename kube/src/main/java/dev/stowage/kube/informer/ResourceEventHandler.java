package dev.stowage.kube.informer;

import dev.stowage.kube.model.KubeObject;
import org.jspecify.annotations.Nullable;

/// Called for changes, in order, on the informer's thread: it must only add a key to a queue and return.
@FunctionalInterface
public interface ResourceEventHandler<T extends KubeObject> {

    /// @param before null for an object that is new
    /// @param now null for a deleted object
    void changed(@Nullable T before, @Nullable T now);
}
