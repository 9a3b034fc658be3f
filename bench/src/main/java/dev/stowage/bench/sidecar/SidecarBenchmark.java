package dev.stowage.bench.sidecar;

import dev.stowage.bench.Around;
import dev.stowage.bench.Benchmark;
import dev.stowage.bench.Row;
import dev.stowage.bench.Row.Figure;
import dev.stowage.interop.StandaloneWorkspace;
import dev.stowage.interop.cluster.ControlPlane;
import dev.stowage.interop.cluster.ControlPlane.Parts;
import dev.stowage.interop.suite.SuiteWorkspace;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.VolumeSnapshotContent;
import dev.stowage.kube.model.PersistentVolume;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// One process for all external components beside a program for each, on a real kube-apiserver with etcd and the real
/// controllers in front, with their limits lifted.
public final class SidecarBenchmark implements Benchmark {
    /// @param few for who would take minutes for more
    private record Sizes(int few, int some, int many, int attached) {
        static final Sizes REHEARSAL = new Sizes(20, 300, 600, 200);
        static final Sizes QUICK = new Sizes(20, 500, 1_500, 300);
        static final Sizes WHOLE = new Sizes(50, 1_000, 10_000, 500);
    }

    private static final int REST_SECONDS = 8;
    private static final List<String> LIFTED = List.of("--kube-api-qps=2000", "--kube-api-burst=4000");

    @Override
    public String name() {
        return "sidecar";
    }

    @Override
    public String summary() {
        return "claims, attachments, snapshots and deletions a second, and memory, beside the Go sidecars";
    }

    @Override
    public List<Row> run(Around around) throws Exception {
        List<Subject> subjects = new ArrayList<>();
        subjects.add(Subject.ours(around.home().resolve("stowage")));
        Optional<Path> peers = around.peers().filter(folder -> Files.isExecutable(folder.resolve("csi-provisioner")));
        peers.ifPresent(folder -> {
            subjects.add(Subject.go(folder, "peer: Go, limits lifted", LIFTED));
            subjects.add(Subject.go(folder, "peer: Go, as it comes", List.of()));
        });
        // The claims and the driver's answers come from this process: whoever was first would pay for its warming up.
        around.say("rehearsing, so that what measures is warm for all");
        List<Row> _ = measure(subjects.getFirst(), around, Sizes.REHEARSAL);
        List<Row> rows = new ArrayList<>();
        for (Subject subject : subjects) {
            rows.addAll(measure(subject, around, around.quick() ? Sizes.QUICK : Sizes.WHOLE));
        }
        if (peers.isEmpty()) {
            rows.add(new Row("skipped, --peer-bin has no csi-provisioner: the Go sidecars", List.of()));
        }
        return rows;
    }

    private static List<Row> measure(Subject subject, Around around, Sizes sizes) throws Exception {
        List<Row> rows = new ArrayList<>();
        try (SuiteWorkspace suiteWorkspace = StandaloneWorkspace.open("bench-sidecar", ControlPlane.JUDGES, ControlPlane.PACKAGES, around::say);
                Scene scene = new Scene(suiteWorkspace, ControlPlane.start(suiteWorkspace, new Parts(false, true, false, LIFTED)))) {
            around.say(subject.name() + ": starting");
            double seconds = scene.start(subject);
            rest();
            var measurement = new Measurement(subject, scene, around, sizes, rows);
            measurement.add("start until all lead", List.of(new Figure("s", seconds)));
            measurement.add("idle", scene.memory().figures());
            measurement.run();
        }
        return rows;
    }

    private static void rest() throws InterruptedException {
        boolean _ = new CountDownLatch(1).await(REST_SECONDS, TimeUnit.SECONDS);
    }

    /// One subject from the first claim to the last deletion.
    private record Measurement(Subject subject, Scene scene, Around around, Sizes sizes, List<Row> rows) {

        void run() throws Exception {
            boolean slow = subject.name().contains("as it comes");
            int some = slow ? sizes.few() : sizes.some();
            int many = sizes.many();
            Work work = new Work(scene.api(), scene::requireAlive);
            Informer<PersistentVolumeClaim> claims = scene.informers().of(Kinds.CLAIMS);
            Informer<PersistentVolume> volumes = scene.informers().of(Kinds.VOLUMES);
            Informer<VolumeAttachment> attachments = scene.informers().of(Kinds.ATTACHMENTS);
            Informer<VolumeSnapshotContent> contents = scene.informers().of(Kinds.SNAPSHOT_CONTENTS);
            scene.informers().start();
            say("claims");
            rate(
                    "claims bound, " + some,
                    some,
                    () -> work.rate(
                            some,
                            () -> work.create(Kinds.CLAIMS, "default", 0, some, BenchObjects::claim),
                            claims,
                            claim -> claim.status().isBound()));
            int attached = Math.min(some, sizes.attached());
            List<PersistentVolume> bound = List.copyOf(volumes.all());
            say("attachments");
            rate(
                    "attached, " + attached,
                    attached,
                    () -> work.rate(
                            attached,
                            () -> work.create(
                                    Kinds.ATTACHMENTS,
                                    "",
                                    0,
                                    attached,
                                    number -> BenchObjects.attachment(
                                            number, bound.get(number).meta().name())),
                            attachments,
                            VolumeAttachment::attached));
            rate(
                    "detached, " + attached,
                    attached,
                    () -> work.drain(List.copyOf(attachments.all()), Kinds.ATTACHMENTS, attachments));
            say("snapshots");
            rate(
                    "snapshots ready, " + attached,
                    attached,
                    () -> work.rate(
                            attached,
                            () -> work.create(
                                    Kinds.SNAPSHOT_CONTENTS,
                                    "",
                                    0,
                                    attached,
                                    number -> BenchObjects.snapshotContent(number, "volume-" + number)),
                            contents,
                            content -> content.status() != null
                                    && Boolean.TRUE.equals(content.status().ready())));
            rest();
            rows.add(new Row(
                    subject.name() + ": with " + some + " volumes",
                    scene.memory().figures()));
            if (!slow) {
                say("more claims");
                rate(
                        "claims bound, to " + many,
                        many - some,
                        () -> work.rate(
                                        many,
                                        () -> work.create(Kinds.CLAIMS, "default", some, many, BenchObjects::claim),
                                        claims,
                                        claim -> claim.status().isBound())
                                * (many - some)
                                / many);
                rest();
                add("with " + many + " volumes", scene.memory().figures());
                if (subject.isOurs()) {
                    rows.add(CachedObjects.measure(scene.api(), Kinds.CLAIMS));
                    rows.add(CachedObjects.measure(scene.api(), Kinds.VOLUMES));
                }
            }
            say("deletions");
            List<PersistentVolumeClaim> some500 = claims.all().stream().limit(attached).toList();
            int left = volumes.all().size() - some500.size();
            rate("volumes deleted, " + attached, attached, () -> work.fewer(some500, Kinds.CLAIMS, volumes, left));
        }

        private void say(String what) {
            around.say(subject.name() + ": " + what);
        }

        /// @param work tells how many a second it did
        private void rate(String what, int count, Callable<Double> work) throws Exception {
            double before = scene.cpuSeconds();
            double perSecond = work.call();
            double each = (scene.cpuSeconds() - before) / count * 1000;
            add(what, List.of(new Figure("per second", perSecond), new Figure("CPU ms each", each)));
        }

        /// Said at once as well: the whole takes a quarter of an hour.
        void add(String what, List<Figure> figures) {
            rows.add(new Row(subject.name() + ": " + what, figures));
            around.say(subject.name() + ": " + what + ": " + figures);
        }
    }
}
