package dev.stowage.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.driver.LocalProgram;
import dev.stowage.explain.Explanation;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Remedy;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.clusterstate.ResourceKind;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SharedClusterExtension.class)
final class AttachCausesTest {

    @Test
    void aDiskAtAnotherNodeIsToldWithThePodThatHasIt(ExplainScenario explainScenario)
            throws IOException, InterruptedException {
        DiskStorageClass.in(explainScenario, "Immediate").claim("data");
        explainScenario.pod("first", "data", at("node-1"));
        explainScenario.untilPhase(ResourceKind.POD, "first", "Running");
        explainScenario.pod("second", "data", at("node-2"));
        Explanation answer = explainScenario.untilExplained(
                ResourceKind.POD, "second", "multi-attach", ResponsibleParty.USER, LinkKind.ATTACHMENT);
        assertThat(answer.first().orElseThrow().verdict()).contains("pod/first", "node-1", "pod/second", "node-2");
        explainScenario.delete(ResourceKind.POD, "first");
        explainScenario.untilPhase(ResourceKind.POD, "second", "Running");
        assertThat(explainScenario.explain(ResourceKind.POD, "second").findings())
                .isEmpty();
    }

    @Test
    void aDiskAtADeadNodeStaysThereUntilSomebodyIsSure(ExplainScenario explainScenario)
            throws IOException, InterruptedException {
        try (FakeNode dead = FakeNode.open(explainScenario, "[]")) {
            StaticVolume hand = StaticVolume.ofUnknownDriver(explainScenario, true);
            explainScenario.mergeStatus(ResourceKind.NODE, dead.name(), """
                    {"status": {"conditions": [{"type": "Ready", "status": "Unknown", "reason": "NodeStatusUnknown"}]}}""");
            hand.attachedTo(dead.name());
            explainScenario.pod("first", "data", at(dead.name()));
            explainScenario.pod("second", "data", at("node-2"));
            Explanation answer = explainScenario.untilExplained(
                    ResourceKind.POD, "second", "multi-attach", ResponsibleParty.CLUSTER_ADMIN, LinkKind.ATTACHMENT);
            assertThat(answer.first().orElseThrow().remedies())
                    .filteredOn(Remedy::isDangerous)
                    .anyMatch(remedy -> remedy.command().contains("out-of-service"));
        }
    }

    @Test
    void withoutAnAttacherNobodyAttaches(ExplainScenario explainScenario) throws IOException, InterruptedException {
        StaticVolume hand = StaticVolume.ofUnknownDriver(explainScenario, true);
        explainScenario.pod("web", "data", at("node-1"));
        Explanation answer = explainScenario.untilExplained(
                ResourceKind.POD, "web", "attacher-missing", ResponsibleParty.STORAGE_ADMIN, LinkKind.ATTACHMENT);
        assertThat(answer.first().orElseThrow().verdict()).contains(hand.driver());
    }

    @Test
    void whatTheDriverSaysAboutAttachingIsTold(ExplainScenario explainScenario)
            throws IOException, InterruptedException {
        StaticVolume hand = StaticVolume.of(explainScenario, LocalProgram.DISK);
        explainScenario.pod("web", "data", at("node-1"));
        Explanation answer = explainScenario.untilExplained(
                ResourceKind.POD, "web", "attach-refused", ResponsibleParty.STORAGE_ADMIN, LinkKind.ATTACHMENT);
        assertThat(answer.first().orElseThrow().verdict()).contains("pv/" + hand.volume(), "node-1", "no-such-volume");
        explainScenario.untilExplained(
                ResourceKind.CLAIM, "data", "attach-refused", ResponsibleParty.STORAGE_ADMIN, LinkKind.ATTACHMENT);
    }

    @Test
    void aNodeWithoutTheDriverIsNamed(ExplainScenario explainScenario) throws IOException, InterruptedException {
        StaticVolume hand = StaticVolume.ofUnknownDriver(explainScenario, false);
        explainScenario.pod("web", "data", at("node-1"));
        // The nodes of the cluster may be so new that their drivers are not registered yet.
        SharedCluster.until("the missing driver", () -> {
            Finding first =
                    explainScenario.explain(ResourceKind.POD, "web").first().orElseThrow();
            return first.cause().equals("driver-not-registered")
                    && first.link() == LinkKind.REGISTRATION
                    && first.verdict().contains(hand.driver())
                    && first.verdict().contains("node-1");
        });
    }

    @Test
    void aNodeThatHasAllItsVolumesTakesNoMore(ExplainScenario explainScenario)
            throws IOException, InterruptedException {
        String onlyThere = ", \"nodeSelector\": {\"kubernetes.io/hostname\": \"" + FaultyDriver.NODE + "\"}";
        try (FaultyDriver faultyDriver = FaultyDriver.open(explainScenario, List.of("--max-volumes=1"))) {
            faultyDriver.claim("one");
            faultyDriver.claim("two");
            explainScenario.pod("first", "one", onlyThere);
            explainScenario.untilPhase(ResourceKind.POD, "first", "Running");
            explainScenario.pod("second", "two", onlyThere);
            Explanation answer = explainScenario.untilExplained(
                    ResourceKind.POD, "second", "attach-limit", ResponsibleParty.CLUSTER_ADMIN, LinkKind.NODE);
            assertThat(answer.first().orElseThrow().verdict()).contains(faultyDriver.name(), "pod/second");
            explainScenario.delete(ResourceKind.POD, "first");
            explainScenario.untilPhase(ResourceKind.POD, "second", "Running");
        }
    }

    @Test
    void anAttachmentThatNobodyDetachesIsTold(ExplainScenario explainScenario)
            throws IOException, InterruptedException {
        StaticVolume hand = StaticVolume.ofUnknownDriver(explainScenario, true);
        String attachment = hand.attachedTo("node-1");
        explainScenario.delete(ResourceKind.ATTACHMENT, attachment);
        explainScenario.untilExplained(
                ResourceKind.ATTACHMENT,
                attachment,
                "attachment-terminating",
                ResponsibleParty.NOBODY,
                LinkKind.ATTACHMENT);
        explainScenario.merge(ResourceKind.ATTACHMENT, attachment, "{\"metadata\": {\"finalizers\": null}}");
    }

    private static String at(String node) {
        return ", \"nodeName\": \"" + node + "\"";
    }
}
