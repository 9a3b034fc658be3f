package dev.stowage.node.volumemanager.testing;

import dev.stowage.node.nodestatus.NodeStatus;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/// An in-memory Node object.
public final class InMemoryNodeStatus implements NodeStatus {
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private volatile Set<String> inUse = Set.of();
    private volatile Set<String> attached = Set.of();

    public void attach(Set<String> volumes) {
        attached = Set.copyOf(volumes);
        listeners.forEach(Runnable::run);
    }

    @Override
    public void reportVolumesInUse(Set<String> volumes) {
        inUse = Set.copyOf(volumes);
        listeners.forEach(Runnable::run);
    }

    @Override
    public Set<String> volumesReportedInUse() {
        return inUse;
    }

    @Override
    public Set<String> volumesAttached() {
        return attached;
    }

    @Override
    public boolean isAttachedNow(String volume) {
        return attached.contains(volume);
    }

    @Override
    public void listen(Runnable listener) {
        listeners.add(listener);
    }

    @Override
    public void addDriver(String driver, String nodeId, Map<String, String> topology) {}

    @Override
    public void removeDriver(String driver) {}
}
