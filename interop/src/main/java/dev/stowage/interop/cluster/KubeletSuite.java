package dev.stowage.interop.cluster;

import dev.stowage.interop.judge.DebianPackage;
import dev.stowage.interop.judge.Judge;
import dev.stowage.interop.program.Leftovers;
import dev.stowage.interop.suite.Bench;
import dev.stowage.interop.suite.Outcome;
import dev.stowage.interop.suite.Questions;
import dev.stowage.interop.suite.Suite;
import java.net.NetworkInterface;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// A real kubelet runs pods through a real containerd, and goes without a trace.
public final class KubeletSuite implements Suite {

    private static final Path NAMESPACES = Path.of("/run/netns");

    @Override
    public String name() {
        return "kubelet";
    }

    @Override
    public String summary() {
        return "A real kubelet with containerd runs a pod to its end, serves kubectl logs and exec, and stops.";
    }

    @Override
    public Duration budget() {
        return Duration.ofMinutes(12);
    }

    @Override
    public Set<Judge> judges() {
        Set<Judge> all = EnumSet.of(Judge.KUBELET);
        all.addAll(ControlPlane.JUDGES);
        return all;
    }

    @Override
    public Set<DebianPackage> packages() {
        return RealNode.PACKAGES;
    }

    @Override
    public List<Outcome> run(Bench bench) throws Exception {
        if (!"root".equals(System.getProperty("user.name"))) {
            return List.of(Outcome.skipped(name(), "containers need root"));
        }
        List<String> namespaces = Leftovers.names(NAMESPACES);
        List<String> interfaces = interfaces();
        ControlPlane plane = ControlPlane.start(bench, ControlPlane.Parts.ALL);
        Kubectl kubectl = plane.kubectl();
        RealNode node = RealNode.start(bench, plane);
        bench.say("the node is ready");
        kubectl.awaitServiceAccount();
        Questions questions = new Questions();
        new PodsAtWork(kubectl).ask(questions);
        // Here with a pod still running: the harder case of the two.
        node.close();
        questions.equal(
                "the host is as it was before", "[]", () -> node.traces().toString());
        // The kernel takes them away in its own time; so it may do with what the suite before had.
        questions.becomes(
                "no network namespace is left",
                "[]",
                () -> more(namespaces, Leftovers.names(NAMESPACES)).toString());
        questions.becomes(
                "no pod's network interface is left",
                "[]",
                () -> more(interfaces, interfaces()).toString());
        return questions.outcomes();
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
