package dev.stowage.interop.chart;

import dev.stowage.interop.cluster.Agent;
import dev.stowage.interop.cluster.BusyboxImage;
import dev.stowage.interop.cluster.ControlPlane;
import dev.stowage.interop.cluster.HostFolder;
import dev.stowage.interop.cluster.RealNode;
import dev.stowage.interop.docs.DocumentRun;
import dev.stowage.interop.docs.Walkthrough;
import dev.stowage.interop.judge.DebianPackage;
import dev.stowage.interop.judge.Judge;
import dev.stowage.interop.suite.Bench;
import dev.stowage.interop.suite.Outcome;
import dev.stowage.interop.suite.Questions;
import dev.stowage.interop.suite.Repository;
import dev.stowage.interop.suite.Suite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// Images and chart on a real cluster that has nothing but the archive: no registry, no network for pods. The documents
/// go first; what they say about upgrades and about other shapes is tried after them.
public final class InstallSuite implements Suite {

    private static final Duration DEADLINE = Duration.ofMinutes(10);

    /// What the examples in `deploy` run.
    private static final String BUSYBOX = "docker.io/library/busybox:1.37";

    @Override
    public String name() {
        return "install";
    }

    @Override
    public String summary() {
        return "Images and chart on a real cluster, word for word as README and docs/cluster.md say; an upgrade under load.";
    }

    @Override
    public Duration budget() {
        return Duration.ofMinutes(45);
    }

    @Override
    public Set<Judge> judges() {
        Set<Judge> all = EnumSet.of(Judge.KUBELET, Judge.HELM);
        all.addAll(ControlPlane.JUDGES);
        return all;
    }

    @Override
    public Set<DebianPackage> packages() {
        return RealNode.PACKAGES;
    }

    @Override
    public List<Outcome> run(Bench bench) throws IOException, InterruptedException {
        if (!"root".equals(System.getProperty("user.name"))) {
            return List.of(Outcome.skipped(name(), "containers need root"));
        }
        Path home = Repository.home();
        Path data = Installed.folder(bench);
        Path kubelet = bench.own(HostFolder.make(Path.of("/var/lib/kubelet"))).path();
        ControlPlane plane = ControlPlane.start(bench, ControlPlane.Parts.ALL);
        RealNode node = RealNode.start(bench, plane, Agent.KUBELET, kubelet);
        node.load(BusyboxImage.plain(DebianPackage.BUSYBOX.program()).archive(List.of(BUSYBOX)));
        DocumentRun run = new DocumentRun(
                bench, home, DEADLINE, Desk.set(bench, plane, node).environment());
        Questions questions = new Questions();
        for (String document : List.of("README.md", "docs/cluster.md")) {
            Walkthrough walkthrough =
                    Walkthrough.in(document, Files.readString(home.resolve(document)), Walkthrough.ON_A_CLUSTER);
            questions.holds(document + " does on a cluster what it says", () -> run.run(document, walkthrough));
        }
        try (Installed usual = Installed.on(bench, plane, Desk.VALUES)) {
            new RollingUpgrade(usual, new Guests(plane.kubectl(), BUSYBOX, "stowage")).ask(questions);
        }
        central(questions, bench, plane, Files.createDirectories(data.resolve("share")));
        questions.leavesNothing(data.resolve("pool"), " of volumes on the node");
        questions.leavesNothing(data.resolve("share"), " of volumes that move");
        return questions.outcomes();
    }

    /// Volumes that are attached, by one driver for all nodes.
    private static void central(Questions questions, Bench bench, ControlPlane plane, Path share)
            throws InterruptedException {
        String values = """
                driver: {name: disk.stowage.dev, shape: central, pool: {directory: %s, size: 8Gi}}
                storageClasses: [{name: disk, parameters: {csi.storage.k8s.io/fstype: xfs}}]
                """.formatted(share);
        questions.holds("the shape central serves a pod, and lets go of its volume", () -> {
            try (Installed _ = Installed.on(bench, plane, values)) {
                Guests guests = new Guests(plane.kubectl(), BUSYBOX, "disk");
                guests.arrive("mover", "echo moved > /data/it");
                guests.awaitSuccess("mover");
                guests.leave("mover");
                guests.awaitNoVolumes();
            }
        });
    }
}
