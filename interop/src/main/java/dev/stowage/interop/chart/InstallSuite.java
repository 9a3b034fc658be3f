package dev.stowage.interop.chart;

import dev.stowage.interop.cluster.BusyboxImage;
import dev.stowage.interop.cluster.ControlPlane;
import dev.stowage.interop.cluster.HostFolder;
import dev.stowage.interop.cluster.NodeAgent;
import dev.stowage.interop.cluster.RealNode;
import dev.stowage.interop.docs.DocumentScript;
import dev.stowage.interop.docs.DocumentShell;
import dev.stowage.interop.reference.DebianPackage;
import dev.stowage.interop.reference.ReferenceProgram;
import dev.stowage.interop.suite.CheckResult;
import dev.stowage.interop.suite.SourceRepository;
import dev.stowage.interop.suite.Suite;
import dev.stowage.interop.suite.SuiteChecks;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// Images and chart on a real cluster that has only the archive: no registry, no network for pods. The documents
/// run first, then upgrades and other variants that they describe.
public final class InstallSuite implements Suite {

    private static final Duration DEADLINE = Duration.ofMinutes(10);

    /// The image of the examples in `deploy`.
    private static final String BUSYBOX = "docker.io/library/busybox:1.37";

    @Override
    public String name() {
        return "install";
    }

    @Override
    public String summary() {
        return "Installs images and chart on a real cluster with the commands of README and docs/cluster.md; upgrades under load.";
    }

    @Override
    public Duration budget() {
        return Duration.ofMinutes(45);
    }

    @Override
    public Set<ReferenceProgram> programs() {
        Set<ReferenceProgram> all = EnumSet.of(ReferenceProgram.KUBELET, ReferenceProgram.HELM);
        all.addAll(ControlPlane.PROGRAMS);
        return all;
    }

    @Override
    public Set<DebianPackage> packages() {
        return RealNode.PACKAGES;
    }

    @Override
    public List<CheckResult> run(SuiteWorkspace workspace) throws IOException, InterruptedException {
        if (!"root".equals(System.getProperty("user.name"))) {
            return List.of(CheckResult.skipped(name(), "containers need root"));
        }
        Path home = SourceRepository.home();
        Path data = InstalledChart.folder(workspace);
        Path kubelet =
                workspace.own(HostFolder.make(Path.of("/var/lib/kubelet"))).path();
        ControlPlane plane = ControlPlane.start(workspace, ControlPlane.Parts.ALL);
        RealNode node = RealNode.start(workspace, plane, NodeAgent.KUBELET, kubelet);
        node.load(BusyboxImage.plain(DebianPackage.BUSYBOX.program()).archive(List.of(BUSYBOX)));
        DocumentShell run = new DocumentShell(
                workspace,
                home,
                DEADLINE,
                ShellEnvironment.create(workspace, plane, node).environment());
        SuiteChecks checks = new SuiteChecks();
        for (String document : List.of("README.md", "docs/cluster.md")) {
            DocumentScript documentScript =
                    DocumentScript.in(document, Files.readString(home.resolve(document)), DocumentScript.ON_A_CLUSTER);
            checks.holds(document + ": its commands work on a cluster", () -> run.run(document, documentScript));
        }
        try (InstalledChart usual = InstalledChart.on(workspace, plane, ShellEnvironment.VALUES)) {
            new RollingUpgradeChecks(usual, new PodsWithClaims(plane.kubectl(), BUSYBOX, "stowage")).run(checks);
        }
        central(checks, workspace, plane, Files.createDirectories(data.resolve("share")));
        shares(checks, workspace, plane, Files.createDirectories(data.resolve("archive")));
        checks.leavesNothing(data.resolve("shares"), " of shares");
        checks.leavesNothing(data.resolve("pool"), " of volumes on the node");
        checks.leavesNothing(data.resolve("share"), " of volumes that move");
        return checks.results();
    }

    /// Volumes that are attached, by one driver for all nodes.
    private static void central(SuiteChecks checks, SuiteWorkspace workspace, ControlPlane plane, Path share)
            throws InterruptedException {
        String values = """
                driver: {name: disk.stowage.dev, shape: central, pool: {directory: %s, size: 8Gi}}
                storageClasses: [{name: disk, parameters: {csi.storage.k8s.io/fstype: xfs}}]
                """.formatted(share);
        checks.holds("the central layout serves a pod and releases its volume", () -> {
            try (InstalledChart _ = InstalledChart.on(workspace, plane, values)) {
                PodsWithClaims podsWithClaims = new PodsWithClaims(plane.kubectl(), BUSYBOX, "disk");
                podsWithClaims.create("mover", "echo moved > /data/it");
                podsWithClaims.awaitSuccess("mover");
                podsWithClaims.delete("mover");
                podsWithClaims.awaitNoVolumes();
            }
        });
    }

    /// Volumes on a share whose daemon belongs to the mounter.
    private static void shares(SuiteChecks checks, SuiteWorkspace workspace, ControlPlane plane, Path archive)
            throws IOException, InterruptedException {
        try (HostFolder _ = HostFolder.make(Path.of("/var/lib/stowage-mounter"));
                HostFolder _ = HostFolder.make(Path.of("/run/stowage/shares.stowage.dev"));
                InstalledChart _ = InstalledChart.on(workspace, plane, MounterChecks.values(archive))) {
            new MounterChecks(new PodsWithClaims(plane.kubectl(), BUSYBOX, MounterChecks.STORAGE_CLASS)).run(checks);
        }
    }
}
