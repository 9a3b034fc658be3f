package dev.stowage.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.explain.Explanation;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.chain.LinkKind;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(OnStage.class)
final class ClassSituationsTest {
    private static final String DEFAULT = "storageclass.kubernetes.io/is-default-class";

    @Test
    void aClassThatDoesNotExistIsNamedWithTheOneThatIsNear(Scene scene) throws IOException, InterruptedException {
        scene.storageClass("fast-disks", "local.stowage.dev", "Immediate");
        scene.claim("data", "fast-disk");
        Explanation answer = scene.untilExplained(ResourceKind.CLAIM, "data", "storage-class-missing", ResponsibleParty.USER, LinkKind.CLASS);
        assertThat(answer.isWrong()).isTrue();
        assertThat(answer.first().orElseThrow().verdict()).contains("pvc/data", "fast-disk", "did it mean fast-disks?");
    }

    @Test
    void withoutADefaultAClaimMustNameItsClass(Scene scene) throws IOException, InterruptedException {
        List<String> defaults = scene.stage().picture("default").all(ResourceKind.CLASS).stream()
                .filter(each -> each.annotation(DEFAULT).equals(Optional.of("true")))
                .map(KubeResource::name)
                .toList();
        assertThat(defaults).isNotEmpty();
        try {
            for (String each : defaults) {
                mark(scene, each, false);
            }
            // The binder would still give the class to a claim that it hears of before the marks. What it says about a
            // class that is newer shows that it has heard of them.
            String newer = "newer-of-" + scene.namespace();
            scene.storageClass(newer, newer + ".example.com", "Immediate");
            scene.claim("newer", newer);
            scene.untilTold(ResourceKind.CLAIM, "newer", "ExternalProvisioning");
            scene.claim("data", "");
            scene.untilExplained(ResourceKind.CLAIM, "data", "no-storage-class", ResponsibleParty.CLUSTER_ADMIN, LinkKind.CLASS);
        } finally {
            for (String each : defaults) {
                mark(scene, each, true);
            }
        }
    }

    private static void mark(Scene scene, String name, boolean standard) throws IOException, InterruptedException {
        scene.merge(ResourceKind.CLASS, name, """
                {"metadata": {"annotations": {"%s": "%s"}}}""".formatted(DEFAULT, standard));
    }

    @Test
    void volumesMadeByHandMustFit(Scene scene) throws IOException, InterruptedException {
        scene.storageClass("by-hand", "kubernetes.io/no-provisioner", "WaitForFirstConsumer");
        scene.create("""
                {"apiVersion": "v1", "kind": "PersistentVolume", "metadata": {"name": "too-small"},
                 "spec": {"capacity": {"storage": "1Mi"}, "accessModes": ["ReadWriteOnce"],
                   "storageClassName": "by-hand", "persistentVolumeReclaimPolicy": "Retain",
                   "hostPath": {"path": "/tmp/none"}}}""");
        scene.untilPhase(ResourceKind.VOLUME, "too-small", "Available");
        scene.claim("data", "by-hand");
        scene.pod("web", "data");
        Explanation answer =
                scene.untilExplained(ResourceKind.CLAIM, "data", "no-volume-fits", ResponsibleParty.CLUSTER_ADMIN, LinkKind.VOLUME);
        assertThat(answer.first().orElseThrow().evidence())
                .anySatisfy(each -> assertThat(each.text()).contains("1Mi are less than 16Mi"));
    }

    @Test
    void aClaimThatRefusesClassesNeedsAVolumeThatIsThere(Scene scene) throws IOException, InterruptedException {
        scene.claim("data", "", ", \"storageClassName\": \"\"");
        Explanation answer = scene.untilExplained(ResourceKind.CLAIM, "data", "no-volume-fits", ResponsibleParty.USER, LinkKind.VOLUME);
        assertThat(answer.isWrong()).isTrue();
    }

    @Test
    void waitingForTheFirstPodIsInOrder(Scene scene) throws IOException, InterruptedException {
        scene.claim("data", scene.stage().localClass());
        Explanation answer = scene.untilExplained(ResourceKind.CLAIM, "data", "waits-for-first-consumer", ResponsibleParty.USER, LinkKind.POD);
        assertThat(answer.isWrong()).isFalse();
        assertThat(answer.first().orElseThrow().verdict()).startsWith("Nothing is wrong");
    }

    @Test
    void aPodThatNamesItsNodePassesTheSchedulerBy(Scene scene) throws IOException, InterruptedException {
        scene.claim("data", scene.stage().localClass());
        scene.pod("web", "data", ", \"nodeName\": \"node-1\"");
        scene.untilExplained(ResourceKind.POD, "web", "scheduler-bypassed", ResponsibleParty.USER, LinkKind.POD);
        scene.untilExplained(ResourceKind.CLAIM, "data", "scheduler-bypassed", ResponsibleParty.USER, LinkKind.POD);
    }

    @Test
    void aVolumeInUseIsFine(Scene scene) throws IOException, InterruptedException {
        scene.claim("data", scene.stage().localClass());
        scene.pod("web", "data");
        scene.untilPhase(ResourceKind.POD, "web", "Running");
        Explanation answer = scene.explain(ResourceKind.POD, "web");
        assertThat(answer.findings()).isEmpty();
        assertThat(answer.isWrong()).isFalse();
    }
}
