package dev.stowage.sim.model;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// The actual disks: which exist, are attached and mounted, whatever the objects say.
public final class SimulatedStorage {
    private final Set<String> volumes = new TreeSet<>();
    private final Map<String, Set<String>> attached = new TreeMap<>();
    private final Map<String, Set<String>> mounted = new TreeMap<>();

    void make(String handle) {
        volumes.add(handle);
    }

    void destroy(String handle) {
        volumes.remove(handle);
    }

    void attach(String handle, String node) {
        nodes(attached, handle).add(node);
    }

    void detach(String handle, String node) {
        nodes(attached, handle).remove(node);
    }

    void mount(String handle, String node) {
        nodes(mounted, handle).add(node);
    }

    void unmount(String handle, String node) {
        nodes(mounted, handle).remove(node);
    }

    private static Set<String> nodes(Map<String, Set<String>> table, String handle) {
        return table.computeIfAbsent(handle, _ -> new TreeSet<>());
    }

    public Set<String> volumes() {
        return volumes;
    }

    public Set<String> attachedTo(String handle) {
        return nodes(attached, handle);
    }

    public Set<String> mountedOn(String handle) {
        return nodes(mounted, handle);
    }

    /// Every volume that was ever attached.
    public Set<String> everAttached() {
        return attached.keySet();
    }
}
