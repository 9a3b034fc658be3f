package dev.stowage.node.runtime;

import java.util.List;

/// A pod in the runtime.
///
/// @param id the ID of its sandbox
/// @param ready whether containers can be started in it
/// @param ip empty when it has none
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
