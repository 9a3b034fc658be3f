package dev.stowage.interop;

import dev.stowage.flags.UsageException;
import dev.stowage.interop.chart.ChartSuite;
import dev.stowage.interop.chart.InstallSuite;
import dev.stowage.interop.clients.ClientsSuite;
import dev.stowage.interop.cluster.ClusterSuite;
import dev.stowage.interop.cluster.ControlPlaneSuite;
import dev.stowage.interop.cluster.ImageSuite;
import dev.stowage.interop.cluster.KubeletSuite;
import dev.stowage.interop.control.ControlSuite;
import dev.stowage.interop.descriptor.DescriptorSuite;
import dev.stowage.interop.docs.DocsSuite;
import dev.stowage.interop.driver.CrashSuite;
import dev.stowage.interop.driver.SanitySuite;
import dev.stowage.interop.driver.TestedDriver;
import dev.stowage.interop.e2e.E2eSuite;
import dev.stowage.interop.kubectl.KubectlSuite;
import dev.stowage.interop.lab.LabSuite;
import dev.stowage.interop.move.MoveSuite;
import dev.stowage.interop.node.NodeSuite;
import dev.stowage.interop.sidecar.SidecarSuite;
import dev.stowage.interop.sidecar.SnapshotControllerSuite;
import dev.stowage.interop.soak.SoakSuite;
import dev.stowage.interop.suite.Suite;
import dev.stowage.interop.tutorial.KubernetesTutorialSuite;
import dev.stowage.interop.tutorial.TutorialSuite;
import dev.stowage.interop.types.TypesSuite;
import dev.stowage.interop.up.DemoSuite;
import dev.stowage.interop.up.UpSuite;
import java.util.List;
import java.util.stream.Collectors;

/// Every suite there is, cheapest first.
final class SuiteCatalog {

    static final List<Suite> ALL = List.of(
            new DescriptorSuite(),
            new TypesSuite(),
            new SanitySuite(TestedDriver.ALL),
            new LabSuite(List.of()),
            new DocsSuite(),
            new CrashSuite(),
            new ClientsSuite(),
            new KubectlSuite(),
            new ChartSuite(),
            new ClusterSuite(),
            new ControlPlaneSuite(),
            new UpSuite(),
            new MoveSuite(),
            new TutorialSuite(),
            new DemoSuite(),
            new SoakSuite(),
            new ImageSuite(),
            new KubeletSuite(),
            new NodeSuite(),
            new SidecarSuite(),
            new SnapshotControllerSuite(),
            new ControlSuite(),
            new InstallSuite(),
            new KubernetesTutorialSuite(),
            new E2eSuite());

    private SuiteCatalog() {}

    static List<Suite> chosen(List<String> names, boolean quick) {
        // What follows "lab" runs inside the guest.
        if (!names.isEmpty() && names.getFirst().equals(LabSuite.NAME)) {
            return List.of(new LabSuite(names.subList(1, names.size())));
        }
        if (names.isEmpty()) {
            return ALL.stream().filter(suite -> !quick || suite.quick()).toList();
        }
        return names.stream().distinct().map(SuiteCatalog::named).toList();
    }

    private static Suite named(String name) {
        return ALL.stream()
                .filter(suite -> suite.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new UsageException("unknown suite \"" + name + "\"; there are "
                        + ALL.stream().map(Suite::name).collect(Collectors.joining(", "))));
    }
}
