package dev.stowage.kube.informer;

import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.KubeObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Predicate;

/// The mirrors of a process: one for each resource, whoever asks. Thread-safe.
public final class Informers implements AutoCloseable {
    private final KubeClient api;
    private final ScheduledExecutorService timer;
    private final Map<Kind<?>, Informer<?>> informers = new LinkedHashMap<>();
    private final List<Informer<?>> separate = new ArrayList<>();
    private boolean started;

    public Informers(KubeClient api, ScheduledExecutorService timer) {
        this.api = api;
        this.timer = timer;
    }

    public <T extends KubeObject> Informer<T> of(Kind<T> kind) {
        return of(kind, _ -> true, "");
    }

    /// What to keep is decided by the first who asks: who composes the parts, before they ask for themselves.
    ///
    /// @param keep which objects are kept at all
    /// @param selector which objects the server sends, for example `labelSelector=…`; empty for all
    @SuppressWarnings("unchecked") // each kind is kept with the mirror that was made of it
    public synchronized <T extends KubeObject> Informer<T> of(Kind<T> kind, Predicate<T> keep, String selector) {
        return (Informer<T>) informers.computeIfAbsent(kind, _ -> {
            Informer<T> informer = new Informer<>(api, kind, "", keep, selector, timer);
            if (started) {
                informer.start();
            }
            return informer;
        });
    }

    /// A mirror of some objects of one namespace, for one part of the process alone, that writes on a budget of its
    /// own.
    public synchronized <T extends KubeObject> Informer<T> separate(
            KubeClient budget, Kind<T> kind, String namespace, String selector) {
        Informer<T> informer = new Informer<>(budget, kind, namespace, _ -> true, selector, timer);
        separate.add(informer);
        if (started) {
            informer.start();
        }
        return informer;
    }

    /// Ends a separate mirror, when the server has the kind no more.
    public synchronized void drop(Informer<?> informer) {
        if (separate.remove(informer)) {
            informer.close();
        }
    }

    /// Begins to read. Mirrors that are asked for later begin at once.
    public synchronized void start() {
        started = true;
        informers.values().forEach(Informer::start);
        separate.forEach(Informer::start);
    }

    public synchronized List<Informer<?>> all() {
        return List.copyOf(informers.values());
    }

    @Override
    public synchronized void close() {
        informers.values().forEach(Informer::close);
        separate.forEach(Informer::close);
    }
}
