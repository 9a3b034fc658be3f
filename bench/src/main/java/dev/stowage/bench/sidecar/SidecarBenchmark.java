package dev.stowage.bench.sidecar;

import dev.stowage.bench.harness.Benchmark;
import dev.stowage.bench.harness.BenchmarkContext;
import dev.stowage.bench.harness.BulkOperations;
import dev.stowage.bench.harness.ResultRow;
import dev.stowage.bench.harness.ResultRow.Figure;
import dev.stowage.interop.StandaloneWorkspace;
import dev.stowage.interop.cluster.ControlPlane;
import dev.stowage.interop.cluster.ControlPlane.Parts;
import dev.stowage.interop.suite.SuiteWorkspace;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.kube.model.VolumeSnapshotContent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// One process for all sidecars compared with one program for each, on a real kube-apiserver with etcd and the
/// real controllers, with their limits lifted.
public final class SidecarBenchmark implements Benchmark {
    /// @param few for subjects that would take minutes for more
    private record Sizes(int few, int some, int many, int attached) {
        static final Sizes WARM_UP = new Sizes(20, 300, 600, 200);
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
    public List<ResultRow> run(BenchmarkContext context) throws Exception {
        List<SidecarSubject> subjects = new ArrayList<>();
        subjects.add(SidecarSubject.ours(context.home().resolve("stowage")));
        Optional<Path> peers = context.peers().filter(folder -> Files.isExecutable(folder.resolve("csi-provisioner")));
        peers.ifPresent(folder -> {
            subjects.add(SidecarSubject.go(folder, "peer: Go, limits lifted", LIFTED));
            subjects.add(SidecarSubject.go(folder, "peer: Go, defaults", List.of()));
        });
        // This process creates the claims and answers for the driver: the first subject would include its
        // warm-up.
        context.report("warming up, so that all subjects are measured with a warm harness");
        List<ResultRow> _ = measure(subjects.getFirst(), context, Sizes.WARM_UP);
        List<ResultRow> rows = new ArrayList<>();
        for (SidecarSubject sidecarSubject : subjects) {
            rows.addAll(measure(sidecarSubject, context, context.quick() ? Sizes.QUICK : Sizes.WHOLE));
        }
        if (peers.isEmpty()) {
            rows.add(new ResultRow("skipped, --peer-bin has no csi-provisioner: the Go sidecars", List.of()));
        }
        return rows;
    }

    private static List<ResultRow> measure(SidecarSubject sidecarSubject, BenchmarkContext context, Sizes sizes)
            throws Exception {
        List<ResultRow> rows = new ArrayList<>();
        try (SuiteWorkspace suiteWorkspace = StandaloneWorkspace.open(
                        "bench-sidecar", ControlPlane.PROGRAMS, ControlPlane.PACKAGES, context::report);
                SidecarFixture fixture = new SidecarFixture(
                        suiteWorkspace, ControlPlane.start(suiteWorkspace, new Parts(false, true, false, LIFTED)))) {
            context.report(sidecarSubject.name() + ": starting");
            double seconds = fixture.start(sidecarSubject);
            rest();
            var measurement = new Measurement(sidecarSubject, fixture, context, sizes, rows);
            measurement.add("start until all lead", List.of(new Figure("s", seconds)));
            measurement.add("idle", fixture.processMemory().figures());
            measurement.run();
        }
        return rows;
    }

    private static void rest() throws InterruptedException {
        boolean _ = new CountDownLatch(1).await(REST_SECONDS, TimeUnit.SECONDS);
    }

    /// One subject from the first claim to the last deletion.
    private record Measurement(
            SidecarSubject sidecarSubject,
            SidecarFixture fixture,
            BenchmarkContext context,
            Sizes sizes,
            List<ResultRow> rows) {

        void run() throws Exception {
            boolean slow = sidecarSubject.name().contains("defaults");
            int some = slow ? sizes.few() : sizes.some();
            int many = sizes.many();
            BulkOperations bulkOperations = new BulkOperations(fixture.api(), fixture::requireAlive);
            Informer<PersistentVolumeClaim> claims = fixture.informers().of(Kinds.CLAIMS);
            Informer<PersistentVolume> volumes = fixture.informers().of(Kinds.VOLUMES);
            Informer<VolumeAttachment> attachments = fixture.informers().of(Kinds.ATTACHMENTS);
            Informer<VolumeSnapshotContent> contents = fixture.informers().of(Kinds.SNAPSHOT_CONTENTS);
            fixture.informers().start();
            say("claims");
            rate(
                    "claims bound, " + some,
                    some,
                    () -> bulkOperations.rate(
                            some,
                            () -> bulkOperations.create(Kinds.CLAIMS, "default", 0, some, SidecarObjects::claim),
                            claims,
                            claim -> claim.status().isBound()));
            int attached = Math.min(some, sizes.attached());
            List<PersistentVolume> bound = List.copyOf(volumes.all());
            say("attachments");
            rate(
                    "attached, " + attached,
                    attached,
                    () -> bulkOperations.rate(
                            attached,
                            () -> bulkOperations.create(
                                    Kinds.ATTACHMENTS,
                                    "",
                                    0,
                                    attached,
                                    number -> SidecarObjects.attachment(
                                            number, bound.get(number).meta().name())),
                            attachments,
                            VolumeAttachment::attached));
            rate(
                    "detached, " + attached,
                    attached,
                    () -> bulkOperations.drain(List.copyOf(attachments.all()), Kinds.ATTACHMENTS, attachments));
            say("snapshots");
            rate(
                    "snapshots ready, " + attached,
                    attached,
                    () -> bulkOperations.rate(
                            attached,
                            () -> bulkOperations.create(
                                    Kinds.SNAPSHOT_CONTENTS,
                                    "",
                                    0,
                                    attached,
                                    number -> SidecarObjects.snapshotContent(number, "volume-" + number)),
                            contents,
                            content -> content.status() != null
                                    && Boolean.TRUE.equals(content.status().ready())));
            rest();
            rows.add(new ResultRow(
                    sidecarSubject.name() + ": with " + some + " volumes",
                    fixture.processMemory().figures()));
            if (!slow) {
                say("more claims");
                rate(
                        "claims bound, to " + many,
                        many - some,
                        () -> bulkOperations.rate(
                                        many,
                                        () -> bulkOperations.create(
                                                Kinds.CLAIMS, "default", some, many, SidecarObjects::claim),
                                        claims,
                                        claim -> claim.status().isBound())
                                * (many - some)
                                / many);
                rest();
                add("with " + many + " volumes", fixture.processMemory().figures());
                if (sidecarSubject.isOurs()) {
                    rows.add(CachedObjectSize.measure(fixture.api(), Kinds.CLAIMS));
                    rows.add(CachedObjectSize.measure(fixture.api(), Kinds.VOLUMES));
                }
            }
            say("deletions");
            List<PersistentVolumeClaim> some500 =
                    claims.all().stream().limit(attached).toList();
            int left = volumes.all().size() - some500.size();
            rate(
                    "volumes deleted, " + attached,
                    attached,
                    () -> bulkOperations.fewer(some500, Kinds.CLAIMS, volumes, left));
        }

        private void say(String what) {
            context.report(sidecarSubject.name() + ": " + what);
        }

        /// @param work returns the rate per second
        private void rate(String what, int count, Callable<Double> work) throws Exception {
            double before = fixture.cpuSeconds();
            double perSecond = work.call();
            double each = (fixture.cpuSeconds() - before) / count * 1000;
            add(what, List.of(new Figure("per second", perSecond), new Figure("CPU ms each", each)));
        }

        /// Printed immediately as well: the whole run takes a quarter of an hour.
        void add(String what, List<Figure> figures) {
            rows.add(new ResultRow(sidecarSubject.name() + ": " + what, figures));
            context.report(sidecarSubject.name() + ": " + what + ": " + figures);
        }
    }
}
