package dev.stowage.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.driver.LocalProgram;
import dev.stowage.explain.Explanation;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Remedy;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.explain.chain.LinkKind;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(OnStage.class)
final class AttachSituationsTest {

    @Test
    void aDiskAtAnotherNodeIsToldWithThePodThatHasIt(Scene scene) throws IOException, InterruptedException {
        Disks.in(scene, "Immediate").claim("data");
        scene.pod("first", "data", at("node-1"));
        scene.untilPhase(ResourceKind.POD, "first", "Running");
        scene.pod("second", "data", at("node-2"));
        Explanation answer = scene.untilExplained(ResourceKind.POD, "second", "multi-attach", ResponsibleParty.USER, LinkKind.ATTACHMENT);
        assertThat(answer.first().orElseThrow().verdict()).contains("pod/first", "node-1", "pod/second", "node-2");
        scene.delete(ResourceKind.POD, "first");
        scene.untilPhase(ResourceKind.POD, "second", "Running");
        assertThat(scene.explain(ResourceKind.POD, "second").findings()).isEmpty();
    }

    @Test
    void aDiskAtADeadNodeStaysThereUntilSomebodyIsSure(Scene scene) throws IOException, InterruptedException {
        try (PaperNode dead = PaperNode.open(scene, "[]")) {
            Handmade hand = Handmade.ofUnknownDriver(scene, true);
            scene.mergeStatus(ResourceKind.NODE, dead.name(), """
                    {"status": {"conditions": [{"type": "Ready", "status": "Unknown", "reason": "NodeStatusUnknown"}]}}""");
            hand.attachedTo(dead.name());
            scene.pod("first", "data", at(dead.name()));
            scene.pod("second", "data", at("node-2"));
            Explanation answer =
                    scene.untilExplained(ResourceKind.POD, "second", "multi-attach", ResponsibleParty.CLUSTER_ADMIN, LinkKind.ATTACHMENT);
            assertThat(answer.first().orElseThrow().remedies())
                    .filteredOn(Remedy::isDangerous)
                    .anyMatch(remedy -> remedy.command().contains("out-of-service"));
        }
    }

    @Test
    void withoutAnAttacherNobodyAttaches(Scene scene) throws IOException, InterruptedException {
        Handmade hand = Handmade.ofUnknownDriver(scene, true);
        scene.pod("web", "data", at("node-1"));
        Explanation answer =
                scene.untilExplained(ResourceKind.POD, "web", "attacher-missing", ResponsibleParty.STORAGE_ADMIN, LinkKind.ATTACHMENT);
        assertThat(answer.first().orElseThrow().verdict()).contains(hand.driver());
    }

    @Test
    void whatTheDriverSaysAboutAttachingIsTold(Scene scene) throws IOException, InterruptedException {
        Handmade hand = Handmade.of(scene, LocalProgram.DISK);
        scene.pod("web", "data", at("node-1"));
        Explanation answer =
                scene.untilExplained(ResourceKind.POD, "web", "attach-refused", ResponsibleParty.STORAGE_ADMIN, LinkKind.ATTACHMENT);
        assertThat(answer.first().orElseThrow().verdict()).contains("pv/" + hand.volume(), "node-1", "no-such-volume");
        scene.untilExplained(ResourceKind.CLAIM, "data", "attach-refused", ResponsibleParty.STORAGE_ADMIN, LinkKind.ATTACHMENT);
    }

    @Test
    void aNodeWithoutTheDriverIsNamed(Scene scene) throws IOException, InterruptedException {
        Handmade hand = Handmade.ofUnknownDriver(scene, false);
        scene.pod("web", "data", at("node-1"));
        // The nodes of the stage may be so new that drivers are still expected.
        Stage.until("the missing driver", () -> {
            Finding first = scene.explain(ResourceKind.POD, "web").first().orElseThrow();
            return first.cause().equals("driver-not-registered")
                    && first.link() == LinkKind.REGISTRATION
                    && first.verdict().contains(hand.driver())
                    && first.verdict().contains("node-1");
        });
    }

    @Test
    void aNodeThatHasAllItsVolumesTakesNoMore(Scene scene) throws IOException, InterruptedException {
        String onlyThere = ", \"nodeSelector\": {\"kubernetes.io/hostname\": \"" + Balky.NODE + "\"}";
        try (Balky balky = Balky.open(scene, List.of("--max-volumes=1"))) {
            balky.claim("one");
            balky.claim("two");
            scene.pod("first", "one", onlyThere);
            scene.untilPhase(ResourceKind.POD, "first", "Running");
            scene.pod("second", "two", onlyThere);
            Explanation answer =
                    scene.untilExplained(ResourceKind.POD, "second", "attach-limit", ResponsibleParty.CLUSTER_ADMIN, LinkKind.NODE);
            assertThat(answer.first().orElseThrow().verdict()).contains(balky.name(), "pod/second");
            scene.delete(ResourceKind.POD, "first");
            scene.untilPhase(ResourceKind.POD, "second", "Running");
        }
    }

    @Test
    void anAttachmentThatNobodyDetachesIsTold(Scene scene) throws IOException, InterruptedException {
        Handmade hand = Handmade.ofUnknownDriver(scene, true);
        String attachment = hand.attachedTo("node-1");
        scene.delete(ResourceKind.ATTACHMENT, attachment);
        scene.untilExplained(ResourceKind.ATTACHMENT, attachment, "attachment-terminating", ResponsibleParty.NOBODY, LinkKind.ATTACHMENT);
        scene.merge(ResourceKind.ATTACHMENT, attachment, "{\"metadata\": {\"finalizers\": null}}");
    }

    private static String at(String node) {
        return ", \"nodeName\": \"" + node + "\"";
    }
}
