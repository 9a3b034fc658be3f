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

/// The informers of a process: one per resource, shared by all controllers. Thread-safe.
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

    /// The first call decides what to keep; the code that assembles the controllers makes it before they do.
    ///
    /// @param keep which objects are kept at all
    /// @param selector which objects the server sends, for example `labelSelector=…`; empty for all
    @SuppressWarnings("unchecked") // each kind is stored with its own informer
    public synchronized <T extends KubeObject> Informer<T> of(Kind<T> kind, Predicate<T> keep, String selector) {
        return (Informer<T>) informers.computeIfAbsent(kind, _ -> {
            Informer<T> informer = new Informer<>(api, kind, "", keep, selector, timer);
            if (started) {
                informer.start();
            }
            return informer;
        });
    }

    /// An informer of some objects of one namespace, not shared, with its own request limit.
    public synchronized <T extends KubeObject> Informer<T> separate(
            KubeClient budget, Kind<T> kind, String namespace, String selector) {
        Informer<T> informer = new Informer<>(budget, kind, namespace, _ -> true, selector, timer);
        separate.add(informer);
        if (started) {
            informer.start();
        }
        return informer;
    }

    /// Stops a separate informer, when the server no longer serves the kind.
    public synchronized void drop(Informer<?> informer) {
        if (separate.remove(informer)) {
            informer.close();
        }
    }

    /// Starts the informers. Informers that are requested later start immediately.
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
