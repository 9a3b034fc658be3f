package dev.stowage.kube.informer;

import dev.stowage.kube.model.KubeObject;
import org.jspecify.annotations.Nullable;

/// Hears of changes, in their order, on the mirror's own thread: it puts a key into a queue and returns.
@FunctionalInterface
public interface ResourceEventHandler<T extends KubeObject> {

    /// @param before null for an object that is new
    /// @param now null for an object that is gone
    void changed(@Nullable T before, @Nullable T now);
}
