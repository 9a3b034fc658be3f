package dev.stowage.kube.mirror;

import dev.stowage.kube.api.Kind;
import dev.stowage.kube.api.KubeApi;
import dev.stowage.kube.object.KubeObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Predicate;

/// The mirrors of a process: one for each resource, whoever asks. Thread-safe.
public final class Mirrors implements AutoCloseable {
    private final KubeApi api;
    private final ScheduledExecutorService timer;
    private final Map<Kind<?>, Mirror<?>> mirrors = new LinkedHashMap<>();
    private final List<Mirror<?>> separate = new ArrayList<>();
    private boolean started;

    public Mirrors(KubeApi api, ScheduledExecutorService timer) {
        this.api = api;
        this.timer = timer;
    }

    public <T extends KubeObject> Mirror<T> of(Kind<T> kind) {
        return of(kind, _ -> true, "");
    }

    /// What to keep is decided by the first who asks: who composes the parts, before they ask for themselves.
    ///
    /// @param keep which objects are kept at all
    /// @param selector which objects the server sends, for example `labelSelector=…`; empty for all
    @SuppressWarnings("unchecked") // each kind is kept with the mirror that was made of it
    public synchronized <T extends KubeObject> Mirror<T> of(Kind<T> kind, Predicate<T> keep, String selector) {
        return (Mirror<T>) mirrors.computeIfAbsent(kind, _ -> {
            Mirror<T> mirror = new Mirror<>(api, kind, "", keep, selector, timer);
            if (started) {
                mirror.start();
            }
            return mirror;
        });
    }

    /// A mirror of some objects of one namespace, for one part of the process alone, that writes on a budget of its
    /// own.
    public synchronized <T extends KubeObject> Mirror<T> separate(
            KubeApi budget, Kind<T> kind, String namespace, String selector) {
        Mirror<T> mirror = new Mirror<>(budget, kind, namespace, _ -> true, selector, timer);
        separate.add(mirror);
        if (started) {
            mirror.start();
        }
        return mirror;
    }

    /// Ends a separate mirror, when the server has the kind no more.
    public synchronized void drop(Mirror<?> mirror) {
        if (separate.remove(mirror)) {
            mirror.close();
        }
    }

    /// Begins to read. Mirrors that are asked for later begin at once.
    public synchronized void start() {
        started = true;
        mirrors.values().forEach(Mirror::start);
        separate.forEach(Mirror::start);
    }

    public synchronized List<Mirror<?>> all() {
        return List.copyOf(mirrors.values());
    }

    @Override
    public synchronized void close() {
        mirrors.values().forEach(Mirror::close);
        separate.forEach(Mirror::close);
    }
}
