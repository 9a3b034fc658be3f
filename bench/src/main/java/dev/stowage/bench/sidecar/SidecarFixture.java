package dev.stowage.bench.sidecar;

import dev.stowage.bench.harness.CpuTime;
import dev.stowage.bench.harness.NullDriver;
import dev.stowage.bench.harness.ProcessMemory;
import dev.stowage.csi.SocketServer;
import dev.stowage.interop.cluster.ControlPlane;
import dev.stowage.interop.process.Await;
import dev.stowage.interop.process.Daemon;
import dev.stowage.interop.suite.SuiteWorkspace;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.ClusterAccess;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.RequestLimiter;
import dev.stowage.kube.informer.Informers;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PartialObjectMetadata;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/// A control plane, a driver, and the sidecars of one subject.
final class SidecarFixture implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Kind<PartialObjectMetadata> DRIVERS =
            new Kind<>("storage.k8s.io", "v1", "csidrivers", "CSIDriver", false, PartialObjectMetadata::read);
    private static final Kind<PartialObjectMetadata> DEFINITIONS = new Kind<>(
            "apiextensions.k8s.io",
            "v1",
            "customresourcedefinitions",
            "CustomResourceDefinition",
            false,
            PartialObjectMetadata::read);
    private static final String SNAPSHOTS = "snapshot.storage.k8s.io";

    private final Path home;
    private final Path logs;
    private final ControlPlane plane;
    private final SocketServer driver;
    private final KubeClient api;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final Informers informers;
    private final List<Daemon> sidecars = new ArrayList<>();

    SidecarFixture(SuiteWorkspace suiteWorkspace, ControlPlane plane) throws IOException, InterruptedException {
        this.home = Files.createTempDirectory("stowage-bench-sidecar-");
        this.logs = suiteWorkspace.logs();
        this.plane = plane;
        this.driver = NullDriver.serve(home.resolve("csi.sock"));
        this.api =
                new KubeClient(ClusterAccess.of(plane.kubeconfig().toString(), ""), RequestLimiter.adaptive(), "bench");
        this.informers = new Informers(api, timer);
        furnish();
    }

    private void furnish() throws ApiFailure, IOException, InterruptedException {
        api.create(Kinds.STORAGE_CLASSES, "", SidecarObjects.storageClass());
        api.create(DRIVERS, "", SidecarObjects.driver());
        var node = api.create(Kinds.NODES, "", SidecarObjects.node());
        api.create(Kinds.CSI_NODES, "", SidecarObjects.csiNode(node.meta().uid()));
        api.create(
                DEFINITIONS,
                "",
                SidecarObjects.definition(SNAPSHOTS, "volumesnapshots", "VolumeSnapshot", "Namespaced"));
        api.create(
                DEFINITIONS,
                "",
                SidecarObjects.definition(SNAPSHOTS, "volumesnapshotcontents", "VolumeSnapshotContent", "Cluster"));
        api.create(
                DEFINITIONS,
                "",
                SidecarObjects.definition(SNAPSHOTS, "volumesnapshotclasses", "VolumeSnapshotClass", "Cluster"));
        Await.until("the snapshot classes", PATIENCE, List.of(), () -> {
            try {
                api.create(Kinds.SNAPSHOT_CLASSES, "", SidecarObjects.snapshotClass());
                return true;
            } catch (ApiFailure e) {
                return e.isAlreadyExists();
            }
        });
    }

    KubeClient api() {
        return api;
    }

    Informers informers() {
        return informers;
    }

    /// @return the seconds until all of them are leaders
    double start(SidecarSubject sidecarSubject) throws IOException, InterruptedException {
        long begun = System.nanoTime();
        for (SidecarSubject.Program program : sidecarSubject.programs()) {
            sidecars.add(Daemon.start(
                    program.name(),
                    logs,
                    Map.of("STOWAGE_NO_BUILD", "1"),
                    program.argv().of(plane.kubeconfig(), home.resolve("csi.sock"), home)));
        }
        Await.until(sidecarSubject.name() + " leads", PATIENCE, sidecars, () -> {
            for (String lease : sidecarSubject.leases()) {
                var found = find(lease);
                if (!found) {
                    return false;
                }
            }
            return true;
        });
        return (System.nanoTime() - begun) / 1e9;
    }

    private boolean find(String lease) throws IOException, InterruptedException {
        return api.find(Kinds.LEASES, "default", lease)
                .filter(held -> !held.holder().isEmpty())
                .isPresent();
    }

    ProcessMemory processMemory() throws IOException {
        return ProcessMemory.of(sidecars.stream().map(Daemon::pid).toList());
    }

    /// What the sidecars have used so far.
    double cpuSeconds() throws IOException {
        return CpuTime.seconds(sidecars.stream().map(Daemon::pid).toList());
    }

    void requireAlive() throws IOException {
        for (Daemon sidecar : sidecars) {
            sidecar.requireAlive();
        }
    }

    @Override
    public void close() throws IOException {
        sidecars.forEach(Daemon::close);
        informers.close();
        api.close();
        timer.shutdownNow();
        driver.close();
        try (var files = Files.list(home)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
        }
        Files.delete(home);
    }
}
