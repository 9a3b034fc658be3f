package dev.stowage.bench.node;

import dev.stowage.bench.Samples;
import dev.stowage.interop.process.Await;
import dev.stowage.kube.client.ClusterAccess;
import dev.stowage.kube.client.DeleteOptions;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.RequestLimiter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Makes claims and pods, and finds out when each pod wrote its first byte. The file system tells the moment, so it
/// does not matter when we look.
final class FirstBytes implements AutoCloseable {
    private static final String NAMESPACE = "default";
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private final Subject subject;
    private final KubeClient api;

    FirstBytes(Subject subject) throws IOException {
        this.subject = subject;
        this.api = new KubeClient(ClusterAccess.of(subject.kubeconfig().toString(), ""), RequestLimiter.adaptive(), "bench");
    }

    /// One after another, without a claim: what is left of the time is not the volume's.
    Samples inTurn(int count) throws IOException, InterruptedException {
        return inTurn("", count);
    }

    /// One after another, each gone before the next one comes.
    Samples inTurn(String storage, int count) throws IOException, InterruptedException {
        Samples samples = new Samples();
        for (int turn = 0; turn <= count; turn++) {
            long nanos = nanos(begin("turn-" + turn, storage, storage.isEmpty() ? 0 : 1));
            // The first one pays for the pool and for code that never ran.
            if (turn > 0) {
                samples.add(nanos);
            }
            clear();
        }
        return samples;
    }

    /// All at once; each sample counts from when the first was made.
    Samples atOnce(String storage, int count) throws IOException, InterruptedException {
        Instant begun = Instant.now();
        List<Begun> all = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            all.add(begin("crowd-" + number, storage, 1));
        }
        Samples samples = new Samples();
        for (Begun one : all) {
            samples.add(nanos(new Begun(one.pod(), one.claims(), begun)));
        }
        clear();
        return samples;
    }

    /// Leaves them running.
    void fill(String storage, int pods, int each) throws IOException, InterruptedException {
        List<Begun> all = new ArrayList<>();
        for (int number = 0; number < pods; number++) {
            all.add(begin("full-" + number, storage, each));
        }
        for (Begun one : all) {
            var _ = nanos(one);
        }
    }

    private record Begun(String pod, List<String> claims, Instant since) {}

    private Begun begin(String name, String storage, int volumes) throws IOException, InterruptedException {
        List<String> claims =
                IntStream.range(0, volumes).mapToObj(each -> name + "-" + each).toList();
        Instant since = Instant.now();
        for (String claim : claims) {
            api.create(Kinds.CLAIMS, NAMESPACE, NodeObjects.claim(claim, storage));
        }
        api.create(Kinds.PODS, NAMESPACE, claims.isEmpty() ? NodeObjects.pod(name) : NodeObjects.pod(name, claims));
        return new Begun(name, claims, since);
    }

    private long nanos(Begun begun) throws IOException, InterruptedException {
        Path[] file = new Path[1];
        Await.until("the first byte of pod " + begun.pod(), LONGEST, List.of(), () -> {
            file[0] = file(begun);
            return Files.exists(file[0]);
        });
        return Duration.between(
                        begun.since(), Files.getLastModifiedTime(file[0]).toInstant())
                .toNanos();
    }

    /// Where the pod's last volume has what the pod writes first.
    private Path file(Begun begun) throws IOException, InterruptedException {
        String uid =
                api.get(Kinds.PODS, NAMESPACE, begun.pod()).at("/metadata/uid").asText();
        Path volumes = subject.root().resolve("pods").resolve(uid).resolve("volumes");
        if (begun.claims().isEmpty()) {
            return volumes.resolve("kubernetes.io~empty-dir")
                    .resolve(NodeObjects.FOLDER)
                    .resolve(NodeObjects.FIRST);
        }
        String volume = api.get(Kinds.CLAIMS, NAMESPACE, begun.claims().getLast())
                .at("/spec/volumeName")
                .asText();
        return volumes.resolve("kubernetes.io~csi")
                .resolve(volume.isEmpty() ? "none" : volume)
                .resolve("mount")
                .resolve(NodeObjects.FIRST);
    }

    /// Returns when nothing is left, so that the next one is not slowed down by the last.
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
