package dev.stowage.node.volumemanager.testing;

import dev.stowage.node.pluginmanager.NodeDriver;
import dev.stowage.node.pluginmanager.RegisteredDrivers;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// A node on which no driver is registered.
public final class NoDrivers implements RegisteredDrivers {
    @Override
    public Optional<NodeDriver> find(String name) {
        return Optional.empty();
    }

    @Override
    public Collection<NodeDriver> all() {
        return List.of();
    }

    @Override
    public void listen(Consumer<String> listener) {}
}
