package dev.stowage.node.pluginmanager;

import java.util.Collection;
import java.util.Optional;
import java.util.function.Consumer;

/// The drivers that are registered on this node. Thread-safe.
public interface RegisteredDrivers {

    Optional<NodeDriver> find(String name);

    Collection<NodeDriver> all();

    /// The listener receives the name of a driver that was registered, unregistered or replaced.
    void listen(Consumer<String> listener);
}
