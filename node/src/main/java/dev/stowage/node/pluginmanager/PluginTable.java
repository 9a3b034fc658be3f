package dev.stowage.node.pluginmanager;

import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The registration sockets, and the drivers that registered with them. Thread-safe.
final class PluginTable {
    private Map<Path, SocketIdentity> seen = Map.of();
    private final Map<Path, RegisteredDriver> known = new HashMap<>();
    private final Map<String, RegisteredDriver> drivers = new HashMap<>();

    /// @return the sockets that changed
    synchronized Set<Path> update(Map<Path, SocketIdentity> sockets) {
        Set<Path> changed = new HashSet<>(seen.keySet());
        changed.addAll(sockets.keySet());
        changed.removeIf(
                socket -> sockets.containsKey(socket) && sockets.get(socket).equals(seen.get(socket)));
        seen = Map.copyOf(sockets);
        return changed;
    }

    synchronized List<PluginAction> actions(Path socket) {
        return PluginAction.between(
                Optional.ofNullable(seen.get(socket)),
                Optional.ofNullable(known.get(socket)).map(RegisteredDriver::identity));
    }

    /// @return the previous driver of that name
    synchronized Optional<RegisteredDriver> add(RegisteredDriver driver) {
        known.put(driver.socket(), driver);
        return Optional.ofNullable(drivers.put(driver.name(), driver));
    }

    /// It is no longer returned by lookups, but its socket is remembered until [#forget].
    ///
    /// @return whether no other driver has the name
    synchronized boolean unpublish(RegisteredDriver driver) {
        drivers.remove(driver.name(), driver);
        return !drivers.containsKey(driver.name());
    }

    synchronized void forget(RegisteredDriver driver) {
        known.remove(driver.socket(), driver);
    }

    synchronized Optional<RegisteredDriver> at(Path socket) {
        return Optional.ofNullable(known.get(socket));
    }

    synchronized Optional<RegisteredDriver> find(String name) {
        return Optional.ofNullable(drivers.get(name));
    }

    synchronized Collection<RegisteredDriver> all() {
        return List.copyOf(drivers.values());
    }
}
