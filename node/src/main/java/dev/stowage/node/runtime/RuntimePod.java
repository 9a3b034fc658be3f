package dev.stowage.node.runtime;

import java.util.List;

/// A pod as the runtime has it.
///
/// @param id the runtime's own name for what the containers share
/// @param ready whether containers can be started in it
/// @param ip empty when it has none of its own
public record RuntimePod(
        String uid,
        String namespace,
        String name,
        String id,
        boolean ready,
        String ip,
        List<RuntimeContainer> containers) {
    public RuntimePod {
        containers = List.copyOf(containers);
    }
}
