package dev.stowage.apiserver.resourcemetrics;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.proxy.KubeletProxy;
import dev.stowage.apiserver.storage.DelegatingObjectStore;
import dev.stowage.apiserver.storage.FutureRevisionException;
import dev.stowage.apiserver.storage.ObjectKey;
import dev.stowage.apiserver.storage.ObjectStore;
import dev.stowage.apiserver.storage.RevisionCompactedException;
import dev.stowage.apiserver.storage.StoredObject;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// A store in which the objects of the metrics API exist while they are read. Everything else is in the other
/// store.
public final class MetricsObjectStore extends DelegatingObjectStore {
    private final KubeletSamples samples;

    MetricsObjectStore(ObjectStore stored, KubeletSamples samples) {
        super(stored);
        this.samples = samples;
    }

    public static MetricsObjectStore over(ObjectStore stored, KubeletProxy kubelets, InstantSource clock) {
        return new MetricsObjectStore(
                stored, new KubeletSamples(stored, kubelets::read, clock, KubeletSamples.PATIENCE));
    }

    @Override
    public Optional<StoredObject> get(ObjectKey key) {
        return switch (key.resource()) {
            case MetricsGroup.NODES, MetricsGroup.PODS ->
                list(key.resource(), key.namespace()).entries().stream()
                        .filter(object -> object.key().name().equals(key.name()))
                        .findFirst();
            default -> super.get(key);
        };
    }

    @Override
    public Page list(String resource, String namespace) {
        return switch (resource) {
            case MetricsGroup.NODES -> computed(resource, "nodes", "", objects()::node);
            case MetricsGroup.PODS -> computed(resource, "pods", namespace, objects()::pod);
            default -> super.list(resource, namespace);
        };
    }

    private MetricsObjects objects() {
        try {
            return samples.objects();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the nodes report what they use", e);
        }
    }

    private Page computed(
            String resource, String about, String namespace, Function<JsonNode, Optional<ObjectNode>> metrics) {
        List<StoredObject> all = new ArrayList<>();
        Page page = super.list(about, namespace);
        for (StoredObject object : page.entries()) {
            metrics.apply(Json.stored(object.value()))
                    .ifPresent(computed -> all.add(new StoredObject(
                            new ObjectKey(
                                    resource,
                                    object.key().namespace(),
                                    object.key().name()),
                            page.revision(),
                            Json.write(computed),
                            0)));
        }
        return new Page(all, page.revision(), 0);
    }

    @Override
    public Page listAt(String resource, String namespace, long revision, Optional<ObjectKey> after, int limit)
            throws RevisionCompactedException, FutureRevisionException, IOException {
        return switch (resource) {
            // They have no history: a page is one of what they are now.
            case MetricsGroup.NODES, MetricsGroup.PODS -> page(list(resource, namespace), after, limit);
            default -> super.listAt(resource, namespace, revision, after, limit);
        };
    }

    private static Page page(Page all, Optional<ObjectKey> after, int limit) {
        List<StoredObject> behind = all.entries().stream()
                .filter(object -> after.isEmpty() || object.key().compareTo(after.get()) > 0)
                .toList();
        int count = limit == 0 ? behind.size() : Math.min(limit, behind.size());
        return new Page(behind.subList(0, count), all.revision(), behind.size() - count);
    }

    @Override
    public void close() throws IOException {
        samples.close();
        super.close();
    }
}
