package dev.stowage.control.attachdetach;

import static dev.stowage.control.attachdetach.AttachTestObjects.EXCLUSIVE;
import static dev.stowage.control.attachdetach.AttachTestObjects.NOW;
import static dev.stowage.control.attachdetach.AttachTestObjects.SHARED;
import static dev.stowage.control.attachdetach.AttachTestObjects.decide;
import static dev.stowage.control.attachdetach.AttachTestObjects.memory;
import static dev.stowage.control.attachdetach.AttachTestObjects.on;
import static dev.stowage.control.attachdetach.AttachTestObjects.view;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Attaching, and which node waits for which.
class VolumeAttachDecisionTest {

    @Test
    void nothingWantedAndNothingThereIsNothingToDo() {
        VolumeAttachActions plan = decide(view(EXCLUSIVE));

        assertThat(plan.actions()).isEmpty();
        assertThat(plan.nodes()).isEmpty();
        assertThat(plan.again()).isNull();
    }

    @Test
    void wantedVolumeIsAttachedOnce() {
        assertThat(AttachActionText.of(
                        decide(view(EXCLUSIVE, on("a").wantedBy("ns/p", "ns/q").volumeNodeState()))
                                .actions()))
                .containsExactly("create a");
    }

    @Test
    void sharedVolumeIsAttachedWhereverItIsWanted() {
        VolumeAttachActions plan = decide(view(
                SHARED,
                on("a").attached().wantedBy("ns/p").volumeNodeState(),
                on("b").wantedBy("ns/q").volumeNodeState()));

        assertThat(AttachActionText.of(plan.actions())).containsExactly("create b");
    }

    @Test
    void nodeThatIsNotManagedOrGoneGetsNothing() {
        assertThat(decide(view(EXCLUSIVE, on("a").unmanaged().wantedBy("ns/p").volumeNodeState()))
                        .actions())
                .isEmpty();
        assertThat(decide(view(EXCLUSIVE, on("a").gone().wantedBy("ns/p").volumeNodeState()))
                        .actions())
                .isEmpty();
    }

    @Test
    void ofTwoThatWantAnExclusiveVolumeTheOlderPodGetsIt() {
        VolumeAttachActions plan = decide(view(
                EXCLUSIVE,
                on("a").wantedBy("ns/young", NOW.minusSeconds(1)).volumeNodeState(),
                on("b").wantedBy("ns/old", NOW.minusSeconds(9)).volumeNodeState()));

        assertThat(AttachActionText.of(plan.actions())).containsExactly("create b");
    }

    @Test
    void attachedVolumeIsToldByItsNode() {
        VolumeAttachActions plan = decide(
                view(EXCLUSIVE, on("a").attached().unreported().wantedBy("ns/p").volumeNodeState()));

        assertThat(plan.actions()).isEmpty();
        assertThat(plan.nodes()).containsExactly("a");
    }

    @Test
    void attachedAndToldVolumeStaysAsItIs() {
        VolumeAttachActions plan =
                decide(view(EXCLUSIVE, on("a").attached().wantedBy("ns/p").volumeNodeState()));

        assertThat(plan.actions()).isEmpty();
        assertThat(plan.nodes()).isEmpty();
    }

    @Test
    void podThatComesBackInTimeKeepsTheVolume() {
        for (DetachPhase reached : List.of(DetachPhase.ASKED, DetachPhase.CLEARED)) {
            VolumeAttachActions plan = decide(view(
                    EXCLUSIVE,
                    on("a").attached()
                            .unreported()
                            .handover(reached)
                            .unwantedSince(NOW.minusSeconds(5))
                            .wantedBy("ns/p")
                            .volumeNodeState()));

            assertThat(plan.actions()).isEmpty();
            assertThat(plan.nodes()).containsExactly("a");
            assertThat(memory(plan, "a").detachPhase()).isEqualTo(DetachPhase.NONE);
            assertThat(memory(plan, "a").unwantedSince()).isNull();
        }
    }

    @Test
    void podThatComesBackTooLateWaitsForTheDetach() {
        VolumeAttachActions plan = decide(view(
                EXCLUSIVE,
                on("a").attached()
                        .unreported()
                        .handover(DetachPhase.LET_GO)
                        .wantedBy("ns/p")
                        .volumeNodeState()));

        assertThat(plan.actions()).isEmpty();
        assertThat(plan.nodes()).isEmpty();
        assertThat(memory(plan, "a").detachPhase()).isEqualTo(DetachPhase.LET_GO);
        assertThat(decide(view(
                                EXCLUSIVE,
                                on("a").attached().leaving().wantedBy("ns/p").volumeNodeState()))
                        .actions())
                .isEmpty();
    }

    @Test
    void stuckDetachIsToldToWhoWaitsForIt() {
        VolumeNodeState volumeNodeState = on("a").stuck("busy").wantedBy("ns/p").volumeNodeState();

        VolumeAttachActions plan = decide(view(EXCLUSIVE, volumeNodeState));
        assertThat(AttachActionText.of(plan.actions()))
                .containsExactly("ns/p FailedAttachVolume AttachVolume.Attach failed for volume \"pv\" : volume"
                        + " attachment is being deleted");
        assertThat(decide(view(
                                EXCLUSIVE,
                                on("a").stuck("busy")
                                        .wantedBy("ns/p")
                                        .remembering(memory(plan, "a"))
                                        .volumeNodeState()))
                        .actions())
                .isEmpty();
    }

    @Test
    void whatIsOnItsWayOutIsWaitedForInSilence() {
        for (VolumeNodeState holder : List.of(
                on("a").attached().volumeNodeState(),
                on("a").attached().unreported().handover(DetachPhase.CLEARED).volumeNodeState(),
                on("a").attached().handover(DetachPhase.LET_GO).volumeNodeState(),
                on("a").attached().leaving().volumeNodeState(),
                on("a").attaching().wantedBy("ns/other").volumeNodeState())) {
            VolumeAttachActions plan =
                    decide(view(EXCLUSIVE, holder, on("b").wantedBy("ns/p").volumeNodeState()));

            assertThat(AttachActionText.of(plan.actions()))
                    .doesNotContain("create b")
                    .noneMatch(action -> action.contains("ns/p"));
        }
    }

    @Test
    void whatStaysElsewhereIsToldOnce() {
        VolumeNodeState holder = on("a").attached().inUse().volumeNodeState();
        VolumeAttachActions plan =
                decide(view(EXCLUSIVE, holder, on("b").wantedBy("ns/p").volumeNodeState()));

        assertThat(AttachActionText.of(plan.actions()))
                .containsExactly("ns/p FailedAttachVolume Multi-Attach error for volume \"pv\" Volume is already"
                        + " exclusively attached to one node and can't be attached to another");
        VolumeNodeState reported =
                on("b").wantedBy("ns/p").remembering(memory(plan, "b")).volumeNodeState();
        assertThat(decide(view(EXCLUSIVE, holder, reported)).actions()).isEmpty();
    }

    @Test
    void troubleElsewhereIsToldAsWell() {
        assertThat(AttachActionText.of(decide(view(
                                EXCLUSIVE,
                                on("a").stuck("busy").volumeNodeState(),
                                on("b").wantedBy("ns/p").volumeNodeState()))
                        .actions()))
                .singleElement()
                .asString()
                .contains("Multi-Attach error");
        assertThat(AttachActionText.of(decide(view(
                                EXCLUSIVE,
                                on("a").failing("no").wantedBy("ns/q").volumeNodeState(),
                                on("b").wantedBy("ns/p").volumeNodeState()))
                        .actions()))
                .anyMatch(action -> action.startsWith("ns/p") && action.endsWith("Volume is already used by pod(s) q"));
    }

    @Test
    void podsThatUseItElsewhereAreNamedWithinTheirNamespace() {
        Map<List<String>, String> cases = Map.of(
                List.of("ns1/p2"), "Volume is already used by pod(s) p2",
                List.of("ns2/p2"), "Volume is already used by 1 pod(s) in different namespaces",
                List.of("ns2/p2", "ns1/p3"), "Volume is already used by pod(s) p3 and 1 pod(s) in different namespaces",
                List.of("ns1/p3", "ns1/p2"), "Volume is already used by pod(s) p2, p3");
        cases.forEach((users, expected) -> {
            VolumeAttachActions plan = decide(view(
                    EXCLUSIVE,
                    on("a").attached().wantedBy(users.toArray(String[]::new)).volumeNodeState(),
                    on("b").wantedBy("ns1/p1").volumeNodeState()));

            assertThat(AttachActionText.of(plan.actions()))
                    .containsExactly("ns1/p1 FailedAttachVolume Multi-Attach error for volume \"pv\" " + expected);
        });
    }

    @Test
    void attachmentOfSomebodyElseKeepsAnExclusiveVolumeAway() {
        VolumeNodeState volumeNodeState = on("b").wantedBy("ns/p").volumeNodeState();

        assertThat(AttachActionText.of(decide(new VolumeAttachState(EXCLUSIVE, List.of(volumeNodeState), Set.of("a")))
                        .actions()))
                .singleElement()
                .asString()
                .contains("Multi-Attach error");
        assertThat(AttachActionText.of(decide(new VolumeAttachState(EXCLUSIVE, List.of(volumeNodeState), Set.of("b")))
                        .actions()))
                .containsExactly("create b");
        assertThat(AttachActionText.of(decide(new VolumeAttachState(SHARED, List.of(volumeNodeState), Set.of("a")))
                        .actions()))
                .containsExactly("create b");
    }

    @Test
    void failureIsToldEachTimeTheAttacherTries() {
        VolumeAttachActions plan = decide(
                view(EXCLUSIVE, on("a").failing("no slot").wantedBy("ns/p").volumeNodeState()));

        assertThat(AttachActionText.of(plan.actions()))
                .containsExactly("ns/p FailedAttachVolume AttachVolume.Attach failed for volume \"pv\" : no slot");
        assertThat(decide(view(
                                EXCLUSIVE,
                                on("a").failing("no slot")
                                        .wantedBy("ns/p")
                                        .remembering(memory(plan, "a"))
                                        .volumeNodeState()))
                        .actions())
                .isEmpty();
        assertThat(decide(view(
                                EXCLUSIVE,
                                on("a").failing("other")
                                        .wantedBy("ns/p")
                                        .remembering(memory(plan, "a"))
                                        .volumeNodeState()))
                        .actions())
                .hasSize(1);
    }

    @Test
    void attachmentThatTakesLongIsTold() {
        VolumeNodeState volumeNodeState = on("a").attaching().wantedBy("ns/p").volumeNodeState();

        VolumeAttachActions waiting =
                VolumeAttachDecision.of(view(EXCLUSIVE, volumeNodeState), AttachTestObjects.OPTIONS, NOW);
        assertThat(waiting.actions()).isEmpty();
        assertThat(waiting.again()).isEqualTo(NOW.plusSeconds(60));

        VolumeAttachActions late = VolumeAttachDecision.of(
                view(EXCLUSIVE, volumeNodeState), AttachTestObjects.OPTIONS, NOW.plusSeconds(60));
        assertThat(AttachActionText.of(late.actions()))
                .containsExactly("ns/p FailedAttachVolume AttachVolume.Attach failed for volume \"pv\" : timed out"
                        + " waiting for external-attacher of d CSI driver to attach volume h");
        assertThat(late.again()).isEqualTo(NOW.plusSeconds(180));
    }
}
