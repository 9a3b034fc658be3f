package dev.stowage.interop.cluster;

import dev.stowage.interop.process.Leftovers;
import dev.stowage.interop.reference.DebianPackage;
import dev.stowage.interop.reference.ReferenceProgram;
import dev.stowage.interop.suite.CheckResult;
import dev.stowage.interop.suite.Suite;
import dev.stowage.interop.suite.SuiteChecks;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.net.NetworkInterface;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// A real kubelet runs pods through a real containerd, and stops without leftovers.
public final class KubeletSuite implements Suite {

    private static final Path NAMESPACES = Path.of("/run/netns");

    @Override
    public String name() {
        return "kubelet";
    }

    @Override
    public String summary() {
        return "A real kubelet with containerd runs a pod to completion, serves kubectl logs and exec, and stops.";
    }

    @Override
    public Duration budget() {
        return Duration.ofMinutes(12);
    }

    @Override
    public Set<ReferenceProgram> programs() {
        Set<ReferenceProgram> all = EnumSet.of(ReferenceProgram.KUBELET);
        all.addAll(ControlPlane.PROGRAMS);
        return all;
    }

    @Override
    public Set<DebianPackage> packages() {
        return RealNode.PACKAGES;
    }

    @Override
    public List<CheckResult> run(SuiteWorkspace workspace) throws Exception {
        if (!"root".equals(System.getProperty("user.name"))) {
            return List.of(CheckResult.skipped(name(), "containers need root"));
        }
        List<String> namespaces = Leftovers.names(NAMESPACES);
        List<String> interfaces = interfaces();
        ControlPlane plane = ControlPlane.start(workspace, ControlPlane.Parts.ALL);
        Kubectl kubectl = plane.kubectl();
        RealNode node = RealNode.start(workspace, plane);
        workspace.report("the node is ready");
        kubectl.awaitServiceAccount();
        SuiteChecks checks = new SuiteChecks();
        new PodChecks(kubectl).run(checks);
        // With a pod still running, which is the harder case.
        node.close();
        checks.equal(
                "the host is as it was before", "[]", () -> node.leftovers().toString());
        // The kernel removes them asynchronously, including those of the previous suite.
        checks.becomes(
                "no network namespace is left",
                "[]",
                () -> more(namespaces, Leftovers.names(NAMESPACES)).toString());
        checks.becomes(
                "no pod's network interface is left",
                "[]",
                () -> more(interfaces, interfaces()).toString());
        return checks.results();
    }

    private static List<String> more(List<String> before, List<String> now) {
        return now.stream().filter(name -> !before.contains(name)).toList();
    }

    private static List<String> interfaces() throws Exception {
        try (Stream<NetworkInterface> all = NetworkInterface.networkInterfaces()) {
            return all.map(NetworkInterface::getName)
                    .filter(name -> name.startsWith("veth"))
                    .sorted()
                    .toList();
        }
    }
}
