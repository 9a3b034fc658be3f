package dev.stowage.explain.clusterstate;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// Reads the state of a running cluster. Changes nothing.
public final class ClusterStateReader {
    /// The maximum time that a user waits for an explanation.
    private static final Duration LONGEST = Duration.ofSeconds(90);

    private final KubeClient api;
    private final String namespace;
    private final Clock clock;

    /// @param namespace of the subject: read alone if all namespaces are forbidden or too large
    public ClusterStateReader(KubeClient api, String namespace) {
        this(api, namespace, Clock.systemUTC());
    }

    ClusterStateReader(KubeClient api, String namespace, Clock clock) {
        this.api = api;
        this.namespace = namespace;
        this.clock = clock;
    }

    /// @throws IOException when the server does not respond, rejects our credentials, or allows no list at all
    public ClusterState read() throws IOException, InterruptedException {
        String version = version();
        List<ResourceKind> sorts = List.of(ResourceKind.values());
        Map<ResourceKind, List<KubeResource>> things = new EnumMap<>(ResourceKind.class);
        Map<ResourceKind, String> unseen = new EnumMap<>(ResourceKind.class);
        // All at once; the client's limiter decides how many requests are in flight.
        try (ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<ListResult>> looks = sorts.stream()
                    .<Callable<ListResult>>map(resourceKind -> () -> look(resourceKind))
                    .toList();
            List<Future<ListResult>> seen = workers.invokeAll(looks, LONGEST.toSeconds(), TimeUnit.SECONDS);
            for (int i = 0; i < sorts.size(); i++) {
                ListResult listResult = result(seen.get(i));
                things.put(sorts.get(i), listResult.resources());
                if (!listResult.notListed().isEmpty()) {
                    unseen.put(sorts.get(i), listResult.notListed());
                }
            }
        }
        if (unseen.size() == sorts.size() && things.values().stream().allMatch(List::isEmpty)) {
            throw new IOException(
                    "cannot read anything from this cluster; for example pods: " + unseen.get(ResourceKind.POD));
        }
        return new ClusterState(clock.instant(), version, things, unseen);
    }

    private String version() throws ApiFailure, InterruptedException {
        try {
            return api.read("/version").path("gitVersion").asText("");
        } catch (ApiFailure e) {
            if (e.isForbidden() || e.isNotFound()) {
                return "";
            }
            throw e;
        }
    }

    private ListResult look(ResourceKind resourceKind) throws InterruptedException {
        ListPager listPager = new ListPager(api, resourceKind);
        ListResult all = listPager.read(resourceKind.path());
        boolean narrower = !all.notListed().isEmpty() && resourceKind.isNamespaced() && !namespace.isEmpty();
        if (!narrower) {
            return all;
        }
        ListResult own = listPager.read(resourceKind.path(namespace));
        List<KubeResource> both = Stream.concat(own.resources().stream(), all.resources().stream())
                .distinct()
                .toList();
        // For these kinds only the objects in the volume's own namespace matter, and they were listed.
        boolean enough = own.notListed().isEmpty() && resourceKind.isUserNamespaced();
        return new ListResult(both, enough ? "" : all.notListed());
    }

    private static ListResult result(Future<ListResult> future) throws InterruptedException {
        try {
            return future.get();
        } catch (CancellationException e) {
            return new ListResult(List.of(), "the server did not respond within " + LONGEST.toSeconds() + "s");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof InterruptedException) {
                throw new InterruptedException();
            }
            throw new IllegalStateException("reading the cluster failed", e.getCause());
        }
    }

    /// @param notListed why there may be more; empty when this is all
    record ListResult(List<KubeResource> resources, String notListed) {}
}
