package dev.stowage.node.pod;

import dev.stowage.node.runtime.RuntimeContainer;
import java.util.Collection;
import java.util.Optional;

/// The pods of this node. Thread-safe.
public interface PodLister {

    Collection<NodePod> pods();

    Optional<NodePod> pod(String namespace, String name);

    /// The latest container of that name, or the one before it.
    Optional<RuntimeContainer> container(String podUid, String container, boolean previous);
}
