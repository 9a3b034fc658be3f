package dev.stowage.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.explain.Explanation;
import dev.stowage.explain.cause.Actor;
import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Part;
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
        Explanation answer = scene.untilExplained(Sort.CLAIM, "data", "storage-class-missing", Actor.USER, Part.CLASS);
        assertThat(answer.isWrong()).isTrue();
        assertThat(answer.first().orElseThrow().verdict()).contains("pvc/data", "fast-disk", "did it mean fast-disks?");
    }

    @Test
    void withoutADefaultAClaimMustNameItsClass(Scene scene) throws IOException, InterruptedException {
        List<String> defaults = scene.stage().picture("default").all(Sort.CLASS).stream()
                .filter(each -> each.annotation(DEFAULT).equals(Optional.of("true")))
                .map(Thing::name)
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
            scene.untilTold(Sort.CLAIM, "newer", "ExternalProvisioning");
            scene.claim("data", "");
            scene.untilExplained(Sort.CLAIM, "data", "no-storage-class", Actor.CLUSTER_ADMIN, Part.CLASS);
        } finally {
            for (String each : defaults) {
                mark(scene, each, true);
            }
        }
    }

    private static void mark(Scene scene, String name, boolean standard) throws IOException, InterruptedException {
        scene.merge(Sort.CLASS, name, """
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
        scene.untilPhase(Sort.VOLUME, "too-small", "Available");
        scene.claim("data", "by-hand");
        scene.pod("web", "data");
        Explanation answer =
                scene.untilExplained(Sort.CLAIM, "data", "no-volume-fits", Actor.CLUSTER_ADMIN, Part.VOLUME);
        assertThat(answer.first().orElseThrow().evidence())
                .anySatisfy(each -> assertThat(each.text()).contains("1Mi are less than 16Mi"));
    }

    @Test
    void aClaimThatRefusesClassesNeedsAVolumeThatIsThere(Scene scene) throws IOException, InterruptedException {
        scene.claim("data", "", ", \"storageClassName\": \"\"");
        Explanation answer = scene.untilExplained(Sort.CLAIM, "data", "no-volume-fits", Actor.USER, Part.VOLUME);
        assertThat(answer.isWrong()).isTrue();
    }

    @Test
    void waitingForTheFirstPodIsInOrder(Scene scene) throws IOException, InterruptedException {
        scene.claim("data", scene.stage().localClass());
        Explanation answer = scene.untilExplained(Sort.CLAIM, "data", "waits-for-first-consumer", Actor.USER, Part.POD);
        assertThat(answer.isWrong()).isFalse();
        assertThat(answer.first().orElseThrow().verdict()).startsWith("Nothing is wrong");
    }

    @Test
    void aPodThatNamesItsNodePassesTheSchedulerBy(Scene scene) throws IOException, InterruptedException {
        scene.claim("data", scene.stage().localClass());
        scene.pod("web", "data", ", \"nodeName\": \"node-1\"");
        scene.untilExplained(Sort.POD, "web", "scheduler-bypassed", Actor.USER, Part.POD);
        scene.untilExplained(Sort.CLAIM, "data", "scheduler-bypassed", Actor.USER, Part.POD);
    }

    @Test
    void aVolumeInUseIsFine(Scene scene) throws IOException, InterruptedException {
        scene.claim("data", scene.stage().localClass());
        scene.pod("web", "data");
        scene.untilPhase(Sort.POD, "web", "Running");
        Explanation answer = scene.explain(Sort.POD, "web");
        assertThat(answer.findings()).isEmpty();
        assertThat(answer.isWrong()).isFalse();
    }
}
