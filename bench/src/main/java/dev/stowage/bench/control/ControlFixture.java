package dev.stowage.bench.control;

import dev.stowage.bench.harness.NullDriver;
import dev.stowage.bench.harness.ProcessMemory;
import dev.stowage.csi.SocketServer;
import dev.stowage.interop.cluster.ControlPlane;
import dev.stowage.interop.process.Daemon;
import dev.stowage.interop.suite.SuiteWorkspace;
import dev.stowage.kube.client.ClusterAccess;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.RequestLimiter;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.informer.Informers;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.PartialObjectMetadata;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/// A real API server with the controllers of one subject, and our sidecars for a driver that does nothing.
final class ControlFixture implements AutoCloseable {
    static final int NODES = 10;

    private static final Kind<PartialObjectMetadata> ACCOUNTS =
            new Kind<>("", "v1", "serviceaccounts", "ServiceAccount", true, PartialObjectMetadata::read);

    private final Path home;
    private final ControlPlane plane;
    private final SocketServer driver;
    private final Daemon controllers;
    private final Daemon sidecar;
    private final KubeClient api;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final Informers informers;
    private final Informer<PersistentVolumeClaim> claims;
    private final Informer<PersistentVolume> volumes;
    private final Informer<Node> nodes;

    ControlFixture(SuiteWorkspace suiteWorkspace, ControlPlane plane, ControlSubject controlSubject, Path stowage)
            throws Exception {
        this.home = Files.createTempDirectory("stowage-bench-control-");
        this.plane = plane;
        this.driver = NullDriver.serve(home.resolve("csi.sock"));
        this.api =
                new KubeClient(ClusterAccess.of(plane.kubeconfig().toString(), ""), RequestLimiter.adaptive(), "bench");
        this.informers = new Informers(api, timer);
        this.claims = informers.of(Kinds.CLAIMS);
        this.volumes = informers.of(Kinds.VOLUMES);
        this.nodes = informers.of(Kinds.NODES);
        furnish();
        informers.start();
        claims.awaitSynced();
        volumes.awaitSynced();
        nodes.awaitSynced();
        this.controllers = suiteWorkspace.own(controlSubject.starter().start(plane, suiteWorkspace.logs()));
        this.sidecar = suiteWorkspace.own(Daemon.start(
                "stowage-sidecar",
                suiteWorkspace.logs(),
                Map.of("STOWAGE_NO_BUILD", "1"),
                List.of(
                        stowage.toString(),
                        "sidecar",
                        "--roles=provisioner,attacher",
                        "--kubeconfig=" + plane.kubeconfig(),
                        "--csi-address=" + home.resolve("csi.sock"))));
    }

    private void furnish() throws Exception {
        api.create(
                Kinds.STORAGE_CLASSES,
                "",
                ControlObjects.storageClass(ControlObjects.MADE, "kubernetes.io/no-provisioner"));
        api.create(
                Kinds.STORAGE_CLASSES,
                "",
                ControlObjects.storageClass(ControlObjects.BYSTANDERS, "kubernetes.io/no-provisioner"));
        api.create(Kinds.STORAGE_CLASSES, "", ControlObjects.storageClass(ControlObjects.DYNAMIC, NullDriver.NAME));
        api.create(Kinds.CSI_DRIVERS, "", ControlObjects.driver());
        api.create(ACCOUNTS, "default", ControlObjects.account());
        for (int node = 0; node < NODES; node++) {
            api.create(Kinds.NODES, "", ControlObjects.node(node));
            api.create(Kinds.CSI_NODES, "", ControlObjects.csiNode(node));
        }
    }

    ControlPlane plane() {
        return plane;
    }

    KubeClient api() {
        return api;
    }

    Informer<PersistentVolumeClaim> claims() {
        return claims;
    }

    Informer<PersistentVolume> volumes() {
        return volumes;
    }

    Informer<Node> nodes() {
        return nodes;
    }

    /// Memory of the controllers only.
    ProcessMemory processMemory() throws IOException {
        return ProcessMemory.of(List.of(controllers.pid()));
    }

    void requireAlive() throws IOException {
        controllers.requireAlive();
        sidecar.requireAlive();
    }

    @Override
    public void close() throws IOException {
        controllers.close();
        sidecar.close();
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
