package dev.stowage.bench.node;

import dev.stowage.bench.harness.LatencySamples;
import dev.stowage.interop.process.Await;
import dev.stowage.kube.client.ClusterAccess;
import dev.stowage.kube.client.DeleteOptions;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.RequestLimiter;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Creates claims and pods, and measures when each pod wrote its first byte. The time comes from the file
/// system, so it does not depend on when it is read.
final class FirstWriteLatency implements AutoCloseable {
    private static final String NAMESPACE = "default";
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private final NodeSubject nodeSubject;
    private final KubeClient api;

    FirstWriteLatency(NodeSubject nodeSubject) throws IOException {
        this.nodeSubject = nodeSubject;
        this.api = new KubeClient(
                ClusterAccess.of(nodeSubject.kubeconfig().toString(), ""), RequestLimiter.adaptive(), "bench");
    }

    /// One after another, without a claim: shows the time that is not spent on the volume.
    LatencySamples inTurn(int count) throws IOException, InterruptedException {
        return inTurn("", count);
    }

    /// One after another; each is deleted before the next is created.
    LatencySamples inTurn(String storage, int count) throws IOException, InterruptedException {
        // The first one also creates the pool and runs cold code.
        LatencySamples _ = first(storage, 1);
        return first(storage, count);
    }

    /// The same from the first pod on.
    ///
    /// @param storage the storage class, or empty for pods without a claim
    LatencySamples first(String storage, int count) throws IOException, InterruptedException {
        LatencySamples latencySamples = new LatencySamples();
        for (int turn = 0; turn < count; turn++) {
            latencySamples.add(nanos(begin("turn-" + turn, storage, storage.isEmpty() ? 0 : 1)));
            clear();
        }
        return latencySamples;
    }

    /// All at once; each sample counts from the creation of the first.
    LatencySamples atOnce(String storage, int count) throws IOException, InterruptedException {
        Instant begun = Instant.now();
        List<StartedPod> all = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            all.add(begin("crowd-" + number, storage, 1));
        }
        LatencySamples latencySamples = new LatencySamples();
        for (StartedPod one : all) {
            latencySamples.add(nanos(new StartedPod(one.pod(), one.claims(), begun)));
        }
        clear();
        return latencySamples;
    }

    /// Leaves them running.
    void fill(String storage, int pods, int each) throws IOException, InterruptedException {
        List<StartedPod> all = new ArrayList<>();
        for (int number = 0; number < pods; number++) {
            all.add(begin("full-" + number, storage, each));
        }
        for (StartedPod one : all) {
            var _ = nanos(one);
        }
    }

    private record StartedPod(String pod, List<String> claims, Instant since) {}

    private StartedPod begin(String name, String storage, int volumes) throws IOException, InterruptedException {
        List<String> claims =
                IntStream.range(0, volumes).mapToObj(each -> name + "-" + each).toList();
        Instant since = Instant.now();
        for (String claim : claims) {
            api.create(Kinds.CLAIMS, NAMESPACE, NodeObjects.claim(claim, storage));
        }
        api.create(Kinds.PODS, NAMESPACE, claims.isEmpty() ? NodeObjects.pod(name) : NodeObjects.pod(name, claims));
        return new StartedPod(name, claims, since);
    }

    private long nanos(StartedPod startedPod) throws IOException, InterruptedException {
        Path[] file = new Path[1];
        Await.until("the first byte of pod " + startedPod.pod(), LONGEST, List.of(), () -> {
            file[0] = file(startedPod);
            return Files.exists(file[0]);
        });
        return Duration.between(
                        startedPod.since(), Files.getLastModifiedTime(file[0]).toInstant())
                .toNanos();
    }

    /// The file in the pod's last volume that the pod writes first.
    private Path file(StartedPod startedPod) throws IOException, InterruptedException {
        String uid = api.get(Kinds.PODS, NAMESPACE, startedPod.pod())
                .at("/metadata/uid")
                .asText();
        Path volumes = nodeSubject.root().resolve("pods").resolve(uid).resolve("volumes");
        if (startedPod.claims().isEmpty()) {
            return volumes.resolve("kubernetes.io~empty-dir")
                    .resolve(NodeObjects.FOLDER)
                    .resolve(NodeObjects.FIRST);
        }
        String volume = api.get(Kinds.CLAIMS, NAMESPACE, startedPod.claims().getLast())
                .at("/spec/volumeName")
                .asText();
        return volumes.resolve("kubernetes.io~csi")
                .resolve(volume.isEmpty() ? "none" : volume)
                .resolve("mount")
                .resolve(NodeObjects.FIRST);
    }

    /// Returns when nothing is left, so that cleanup does not slow down the next measurement.
    void clear() throws IOException, InterruptedException {
        for (Kind<?> kind : List.of(Kinds.PODS, Kinds.CLAIMS)) {
            api.deleteAll(kind, NAMESPACE, DeleteOptions.defaults());
        }
        Await.until(
                "the end of all pods and volumes",
                LONGEST,
                List.of(),
                () -> isEmpty(Kinds.PODS, NAMESPACE) && isEmpty(Kinds.CLAIMS, NAMESPACE) && isEmpty(Kinds.VOLUMES, ""));
    }

    private boolean isEmpty(Kind<?> kind, String namespace) throws IOException, InterruptedException {
        return api.list(kind, namespace).items().isEmpty();
    }

    @Override
    public void close() {
        api.close();
    }
}
