package dev.stowage.node.run;

import dev.stowage.node.runtime.RunningContainer;
import dev.stowage.node.spec.NodePod;
import java.util.Collection;
import java.util.Optional;

/// The pods of this node, for those who ask about them. Thread-safe.
public interface Census {

    Collection<NodePod> pods();

    Optional<NodePod> pod(String namespace, String name);

    /// The latest container of that name, or the one before it.
    Optional<RunningContainer> container(String podUid, String container, boolean previous);
}
