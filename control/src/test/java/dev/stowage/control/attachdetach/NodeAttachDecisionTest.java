package dev.stowage.control.attachdetach;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.VolumeAttachment;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class NodeAttachDecisionTest {
    private static final Pod POD = AttachTestObjects.pod("ns/p", AttachTestObjects.NOW);

    private static Node telling(String... volumes) {
        String list = Arrays.stream(volumes)
                .map(volume -> "{'name': '%s', 'devicePath': ''}".formatted(volume))
                .collect(Collectors.joining(","));
        return AttachTestObjects.node("n", "", "'volumesAttached': [" + list + "]");
    }

    private static NodeAttachState.AttachedVolume item(
            String volume, String status, DetachPhase detachPhase, Pod... pods) {
        VolumeAttachment attachment = AttachTestObjects.attachment("n", status, "");
        return new NodeAttachState.AttachedVolume(name(volume), volume, attachment, List.of(pods), detachPhase);
    }

    private static NodeAttachState.AttachedVolume attached(String volume, Pod... pods) {
        return item(volume, "'attached': true", DetachPhase.NONE, pods);
    }

    private static String name(String volume) {
        return new CsiVolume("d", volume).uniqueName();
    }

    private static List<String> decide(Node node, NodeAttachState.AttachedVolume... items) {
        return AttachActionText.of(NodeAttachDecision.of(new NodeAttachState(node, List.of(items))));
    }

    @Test
    void allThatIsNewIsToldInOnePatch() {
        assertThat(decide(telling(), attached("b", POD), attached("a", POD)))
                .containsExactly(
                        "patch {\"status\":{\"volumesAttached\":["
                                + "{\"name\":\"kubernetes.io/csi/d^a\",\"devicePath\":\"\"},"
                                + "{\"name\":\"kubernetes.io/csi/d^b\",\"devicePath\":\"\"}]}}",
                        "ns/p SuccessfulAttachVolume AttachVolume.Attach succeeded for volume \"a\" ",
                        "ns/p SuccessfulAttachVolume AttachVolume.Attach succeeded for volume \"b\" ");
    }

    @Test
    void whatIsToldAlreadyIsNotWritten() {
        assertThat(decide(telling(name("a"), name("b")), attached("b"), attached("a", POD)))
                .isEmpty();
        assertThat(decide(telling())).isEmpty();
    }

    @Test
    void whatNobodyWantsIsNotToldAnew() {
        assertThat(decide(telling(), attached("a"))).isEmpty();
    }

    @Test
    void whatIsNotAttachedIsNotTold() {
        assertThat(decide(telling(), item("a", "'attached': false", DetachPhase.NONE, POD)))
                .isEmpty();
        assertThat(decide(telling(name("a")), item("a", "'attached': false", DetachPhase.NONE, POD)))
                .containsExactly("patch {\"status\":{\"volumesAttached\":null}}");
    }

    @Test
    void whatHasNoAttachmentIsNoLongerTold() {
        assertThat(decide(telling(name("a"), name("b")), attached("b")))
                .containsExactly("patch {\"status\":{\"volumesAttached\":["
                        + "{\"name\":\"kubernetes.io/csi/d^b\",\"devicePath\":\"\"}]}}");
    }

    @Test
    void whatIsOnItsWayOutIsNoLongerToldHoweverMuchItIsWanted() {
        for (DetachPhase detachPhase : List.of(DetachPhase.ASKED, DetachPhase.CLEARED, DetachPhase.LET_GO)) {
            assertThat(decide(telling(name("a")), item("a", "'attached': true", detachPhase, POD)))
                    .containsExactly("patch {\"status\":{\"volumesAttached\":null}}");
            assertThat(decide(telling(), item("a", "'attached': true", detachPhase, POD)))
                    .isEmpty();
        }
        VolumeAttachment leaving =
                AttachTestObjects.attachment("n", "'attached': true", ", 'deletionTimestamp': '2026-11-15T11:59:59Z'");
        assertThat(decide(
                        telling(name("a")),
                        new NodeAttachState.AttachedVolume(name("a"), "a", leaving, List.of(POD), DetachPhase.NONE)))
                .containsExactly("patch {\"status\":{\"volumesAttached\":null}}");
    }

    @Test
    void volumesOfOtherKindsStayAsTheyAre() {
        Node node = AttachTestObjects.node(
                "n", "", "'volumesAttached': [{'name': 'kubernetes.io/iscsi/x', 'devicePath': '/dev/x'}]");

        assertThat(decide(node)).isEmpty();
        assertThat(decide(node, attached("a", POD)))
                .first()
                .asString()
                .contains("{\"name\":\"kubernetes.io/iscsi/x\",\"devicePath\":\"/dev/x\"}", "d^a");
    }

    @Test
    void nodeThatAttachesByItselfIsToldNothing() {
        Node node = Node.read(AttachTestObjects.json("{'metadata': {'name': 'n'}}"));

        assertThat(decide(node, attached("a", POD))).isEmpty();
    }
}
