package dev.stowage.dist.vocabulary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.dist.architecture.StowageClasses;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Class names use the words that a Kubernetes, CSI, Linux or Java engineer searches for.
final class VocabularyTest {

    /// `module.SimpleName` as a pattern, and why the word is right there.
    private static final Map<String, String> EXCEPTIONS = Map.ofEntries(
            Map.entry("kube\\.(LeaderElection\\w*|WorkQueue\\w*)", "the standard words themselves"),
            Map.entry("testkit\\.(Rule|RuleGroup|\\w+Rules)", "rules of the conformance kit"),
            Map.entry("apiserver\\.(PolicyRule|ResolvedRules)", "RBAC's PolicyRule"),
            Map.entry(
                    "(apiserver\\.MirrorPodReferences|node\\.Mirror(Action|Decision|Pods))",
                    "the kubelet's mirror pods"),
            Map.entry("node\\.OutputFollower", "kubectl logs --follow and attach"),
            Map.entry("(cli\\.Shutdown|node\\.Ownership|sidecar\\.Carrier)Progress", "progress that a user watches"),
            Map.entry("apiserver\\.ValidationRule\\w*", "a CRD's ValidationRule"),
            Map.entry("apiserver\\.(AcceptedNames|Names)", "a CRD's status.acceptedNames and spec.names"),
            Map.entry("(sdk|node)\\.Stage", "NodeStageVolume"),
            Map.entry("k8s\\.Stage", "a feature gate's stage: alpha, beta, GA"),
            Map.entry("cli\\.\\w*Steps?(Result)?", "the steps of a demo that a person watches"),
            Map.entry("interop\\.\\w+Steps", "the steps of a scenario"),
            Map.entry("(control|cluster|node)\\.\\w+Memory", "what a controller remembers between two passes"),
            Map.entry("bench\\.ProcessMemory", "memory in bytes"),
            Map.entry("bench\\.CommandLine", "a command line is one"),
            Map.entry("http\\.LineReader", "lines of text"),
            Map.entry("cli\\.SortKey", "kubectl's --sort-by"),
            Map.entry("node\\.(Container|Sandbox)Launcher", "starts processes, not roles"),
            Map.entry("cli\\.LauncherCommand", "a command that the launcher script runs itself"),
            Map.entry("kube\\.InProgress", "keys that a work queue is processing"),
            Map.entry("cluster\\.WorkItem", "an item of a work queue"));

    private final NamingRule rule = new NamingRule(EXCEPTIONS);

    @Test
    void noClassKeepsAWordThatHasAStandardOne() {
        assertThat(names().stream()
                        .map(rule::objection)
                        .flatMap(Optional::stream)
                        .sorted())
                .isEmpty();
    }

    @Test
    void everyExceptionIsNeeded() {
        assertThat(rule.unusedExceptions(names())).isEmpty();
    }

    @Test
    void aNameWithSuchAWordIsFoundUnlessItIsAnException() {
        NamingRule strict = new NamingRule(Map.of("csi\\.Gauge\\w*", "Prometheus' own word"));
        assertThat(strict.objection("control.ClaimSight")).contains("control.ClaimSight: the standard word is XState");
        assertThat(strict.objection("kube.CSIMirror")).isPresent();
        assertThat(strict.objection("csi.GaugeMetric")).isEmpty();
        assertThat(strict.objection("node.Runtime"))
                .as("a longer word is another word")
                .isEmpty();
        assertThat(strict.unusedExceptions(List.of("csi.ClaimState", "node.GaugeMetric")))
                .containsExactly("csi\\.Gauge\\w*: Prometheus' own word");
    }

    private static List<String> names() {
        return StowageClasses.ALL.stream()
                .filter(type -> !type.isAnonymousClass() && !type.isLocalClass())
                .filter(type -> !StowageClasses.isGenerated(type))
                .map(type -> type.getPackageName().split("\\.", -1)[2] + "." + type.getSimpleName())
                .distinct()
                .sorted()
                .toList();
    }
}
