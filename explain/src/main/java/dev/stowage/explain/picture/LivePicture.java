package dev.stowage.explain.picture;

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

/// Takes a picture of a running cluster: reads, and changes nothing.
public final class LivePicture {
    /// Nobody waits longer for an answer about a stuck volume.
    private static final Duration LONGEST = Duration.ofSeconds(90);

    private final KubeClient api;
    private final String namespace;
    private final Clock clock;

    /// @param namespace the one that is asked about: looked at alone when all together may not be, or are too many
    public LivePicture(KubeClient api, String namespace) {
        this(api, namespace, Clock.systemUTC());
    }

    LivePicture(KubeClient api, String namespace, Clock clock) {
        this.api = api;
        this.namespace = namespace;
        this.clock = clock;
    }

    /// @throws IOException when the server does not answer, does not know us, or shows nothing at all
    public Picture take() throws IOException, InterruptedException {
        String version = version();
        List<Sort> sorts = List.of(Sort.values());
        Map<Sort, List<Thing>> things = new EnumMap<>(Sort.class);
        Map<Sort, String> unseen = new EnumMap<>(Sort.class);
        // All at once, and how many of them are really under way is for the limit of the client to say.
        try (ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Look>> looks =
                    sorts.stream().<Callable<Look>>map(sort -> () -> look(sort)).toList();
            List<Future<Look>> seen = workers.invokeAll(looks, LONGEST.toSeconds(), TimeUnit.SECONDS);
            for (int i = 0; i < sorts.size(); i++) {
                Look look = result(seen.get(i));
                things.put(sorts.get(i), look.things());
                if (!look.unseen().isEmpty()) {
                    unseen.put(sorts.get(i), look.unseen());
                }
            }
        }
        if (unseen.size() == sorts.size() && things.values().stream().allMatch(List::isEmpty)) {
            throw new IOException("nothing of this cluster can be seen; for example pods: " + unseen.get(Sort.POD));
        }
        return new Picture(clock.instant(), version, things, unseen);
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

    private Look look(Sort sort) throws InterruptedException {
        Pages pages = new Pages(api, sort);
        Look all = pages.read(sort.path());
        boolean narrower = !all.unseen().isEmpty() && sort.isNamespaced() && !namespace.isEmpty();
        if (!narrower) {
            return all;
        }
        Look own = pages.read(sort.path(namespace));
        List<Thing> both = Stream.concat(own.things().stream(), all.things().stream())
                .distinct()
                .toList();
        // What a volume of this namespace hangs on is seen, and only that counts for these sorts.
        boolean enough = own.unseen().isEmpty() && sort.isOfUsers();
        return new Look(both, enough ? "" : all.unseen());
    }

    private static Look result(Future<Look> future) throws InterruptedException {
        try {
            return future.get();
        } catch (CancellationException e) {
            return new Look(List.of(), "the server did not answer within " + LONGEST.toSeconds() + " s");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof InterruptedException) {
                throw new InterruptedException();
            }
            throw new IllegalStateException("a look at the cluster went wrong", e.getCause());
        }
    }

    /// @param unseen why there may be more; empty when this is all
    record Look(List<Thing> things, String unseen) {}
}
