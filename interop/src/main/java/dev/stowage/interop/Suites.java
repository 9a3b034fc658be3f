package dev.stowage.interop;

import dev.stowage.flags.UsageException;
import dev.stowage.interop.cluster.ClusterSuite;
import dev.stowage.interop.cluster.ControlPlaneSuite;
import dev.stowage.interop.cluster.NodeSuite;
import dev.stowage.interop.crash.CrashSuite;
import dev.stowage.interop.descriptor.DescriptorSuite;
import dev.stowage.interop.docs.DocsSuite;
import dev.stowage.interop.kubectl.KubectlSuite;
import dev.stowage.interop.sanity.SanitySuite;
import dev.stowage.interop.suite.Suite;
import java.util.List;
import java.util.stream.Collectors;

/// Every suite there is, cheapest first.
final class Suites {

    static final List<Suite> ALL = List.of(
            new DescriptorSuite(),
            new SanitySuite(),
            new DocsSuite(),
            new CrashSuite(),
            new KubectlSuite(),
            new ClusterSuite(),
            new ControlPlaneSuite(),
            new NodeSuite());

    private Suites() {}

    static List<Suite> chosen(List<String> names, boolean quick) {
        if (names.isEmpty()) {
            return ALL.stream().filter(suite -> !quick || suite.quick()).toList();
        }
        return names.stream().distinct().map(Suites::named).toList();
    }

    private static Suite named(String name) {
        return ALL.stream()
                .filter(suite -> suite.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new UsageException("unknown suite \"" + name + "\"; there are "
                        + ALL.stream().map(Suite::name).collect(Collectors.joining(", "))));
    }
}
