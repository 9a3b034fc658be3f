package dev.stowage.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.explain.Explanation;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SharedClusterExtension.class)
final class StorageClassCausesTest {
    private static final String DEFAULT = "storageclass.kubernetes.io/is-default-class";

    @Test
    void aClassThatDoesNotExistIsNamedWithTheOneThatIsNear(ExplainScenario explainScenario)
            throws IOException, InterruptedException {
        explainScenario.storageClass("fast-disks", "local.stowage.dev", "Immediate");
        explainScenario.claim("data", "fast-disk");
        Explanation answer = explainScenario.untilExplained(
                ResourceKind.CLAIM, "data", "storage-class-missing", ResponsibleParty.USER, LinkKind.CLASS);
        assertThat(answer.isWrong()).isTrue();
        assertThat(answer.first().orElseThrow().verdict())
                .contains("pvc/data", "fast-disk", "did you mean fast-disks?");
    }

    @Test
    void withoutADefaultAClaimMustNameItsClass(ExplainScenario explainScenario)
            throws IOException, InterruptedException {
        List<String> defaults = explainScenario.sharedCluster().picture("default").all(ResourceKind.CLASS).stream()
                .filter(each -> each.annotation(DEFAULT).equals(Optional.of("true")))
                .map(KubeResource::name)
                .toList();
        assertThat(defaults).isNotEmpty();
        try {
            for (String each : defaults) {
                mark(explainScenario, each, false);
            }
            // A binder that has not received the annotations yet would still give the class to the claim. Its
            // event about a newer class shows that it has received them.
            String newer = "newer-of-" + explainScenario.namespace();
            explainScenario.storageClass(newer, newer + ".example.com", "Immediate");
            explainScenario.claim("newer", newer);
            explainScenario.untilTold(ResourceKind.CLAIM, "newer", "ExternalProvisioning");
            explainScenario.claim("data", "");
            explainScenario.untilExplained(
                    ResourceKind.CLAIM, "data", "no-storage-class", ResponsibleParty.CLUSTER_ADMIN, LinkKind.CLASS);
        } finally {
            for (String each : defaults) {
                mark(explainScenario, each, true);
            }
        }
    }

    private static void mark(ExplainScenario explainScenario, String name, boolean standard)
            throws IOException, InterruptedException {
        explainScenario.merge(ResourceKind.CLASS, name, """
                {"metadata": {"annotations": {"%s": "%s"}}}""".formatted(DEFAULT, standard));
    }

    @Test
    void volumesMadeByHandMustFit(ExplainScenario explainScenario) throws IOException, InterruptedException {
        explainScenario.storageClass("by-hand", "kubernetes.io/no-provisioner", "WaitForFirstConsumer");
        explainScenario.create("""
                {"apiVersion": "v1", "kind": "PersistentVolume", "metadata": {"name": "too-small"},
                 "spec": {"capacity": {"storage": "1Mi"}, "accessModes": ["ReadWriteOnce"],
                   "storageClassName": "by-hand", "persistentVolumeReclaimPolicy": "Retain",
                   "hostPath": {"path": "/tmp/none"}}}""");
        explainScenario.untilPhase(ResourceKind.VOLUME, "too-small", "Available");
        explainScenario.claim("data", "by-hand");
        explainScenario.pod("web", "data");
        Explanation answer = explainScenario.untilExplained(
                ResourceKind.CLAIM, "data", "no-volume-fits", ResponsibleParty.CLUSTER_ADMIN, LinkKind.VOLUME);
        assertThat(answer.first().orElseThrow().evidence())
                .anySatisfy(each -> assertThat(each.text()).contains("1Mi is less than 16Mi"));
    }

    @Test
    void aClaimThatRefusesClassesNeedsAVolumeThatIsThere(ExplainScenario explainScenario)
            throws IOException, InterruptedException {
        explainScenario.claim("data", "", ", \"storageClassName\": \"\"");
        Explanation answer = explainScenario.untilExplained(
                ResourceKind.CLAIM, "data", "no-volume-fits", ResponsibleParty.USER, LinkKind.VOLUME);
        assertThat(answer.isWrong()).isTrue();
    }

    @Test
    void waitingForTheFirstPodIsInOrder(ExplainScenario explainScenario) throws IOException, InterruptedException {
        explainScenario.claim("data", explainScenario.sharedCluster().localClass());
        Explanation answer = explainScenario.untilExplained(
                ResourceKind.CLAIM, "data", "waits-for-first-consumer", ResponsibleParty.USER, LinkKind.POD);
        assertThat(answer.isWrong()).isFalse();
        assertThat(answer.first().orElseThrow().verdict()).startsWith("Waiting (expected)");
    }

    @Test
    void aPodThatNamesItsNodePassesTheSchedulerBy(ExplainScenario explainScenario)
            throws IOException, InterruptedException {
        explainScenario.claim("data", explainScenario.sharedCluster().localClass());
        explainScenario.pod("web", "data", ", \"nodeName\": \"node-1\"");
        explainScenario.untilExplained(
                ResourceKind.POD, "web", "scheduler-bypassed", ResponsibleParty.USER, LinkKind.POD);
        explainScenario.untilExplained(
                ResourceKind.CLAIM, "data", "scheduler-bypassed", ResponsibleParty.USER, LinkKind.POD);
    }

    @Test
    void aVolumeInUseIsFine(ExplainScenario explainScenario) throws IOException, InterruptedException {
        explainScenario.claim("data", explainScenario.sharedCluster().localClass());
        explainScenario.pod("web", "data");
        explainScenario.untilPhase(ResourceKind.POD, "web", "Running");
        Explanation answer = explainScenario.explain(ResourceKind.POD, "web");
        assertThat(answer.findings()).isEmpty();
        assertThat(answer.isWrong()).isFalse();
    }
}
