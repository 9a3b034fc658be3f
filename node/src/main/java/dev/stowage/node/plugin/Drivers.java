package dev.stowage.node.plugin;

import java.util.Collection;
import java.util.Optional;
import java.util.function.Consumer;

/// The drivers that are registered on this node. Thread-safe.
public interface Drivers {

    Optional<NodeDriver> find(String name);

    Collection<NodeDriver> all();

    /// The listener hears the name of a driver that came, went, or was replaced.
    void listen(Consumer<String> listener);
}
