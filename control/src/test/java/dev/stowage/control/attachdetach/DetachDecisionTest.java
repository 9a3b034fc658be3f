package dev.stowage.control.attachdetach;

import static dev.stowage.control.attachdetach.AttachTestObjects.EXCLUSIVE;
import static dev.stowage.control.attachdetach.AttachTestObjects.NOW;
import static dev.stowage.control.attachdetach.AttachTestObjects.SHARED;
import static dev.stowage.control.attachdetach.AttachTestObjects.decide;
import static dev.stowage.control.attachdetach.AttachTestObjects.memory;
import static dev.stowage.control.attachdetach.AttachTestObjects.on;
import static dev.stowage.control.attachdetach.AttachTestObjects.view;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Detaching.
class DetachDecisionTest {
    private static final Instant LONG_AGO = NOW.minus(Duration.ofHours(1));

    @Test
    void statusIsClearedBeforeTheAttachmentGoes() {
        VolumeAttachActions first = decide(view(EXCLUSIVE, on("a").attached().volumeNodeState()));
        assertThat(first.actions()).isEmpty();
        assertThat(first.nodes()).containsExactly("a");
        assertThat(memory(first, "a").detachPhase()).isEqualTo(DetachPhase.ASKED);

        VolumeAttachActions asked = decide(
                view(EXCLUSIVE, on("a").attached().handover(DetachPhase.ASKED).volumeNodeState()));
        assertThat(asked.actions()).isEmpty();

        VolumeAttachActions cleared = decide(view(
                EXCLUSIVE,
                on("a").attached().unreported().handover(DetachPhase.CLEARED).volumeNodeState()));
        assertThat(AttachActionText.of(cleared.actions())).containsExactly("remove a");
        assertThat(memory(cleared, "a").detachPhase()).isEqualTo(DetachPhase.LET_GO);
        assertThat(cleared.forced()).isEmpty();
    }

    @Test
    void attachmentStaysWhileTheStatusTellsItAfterAll() {
        VolumeAttachActions plan = decide(
                view(EXCLUSIVE, on("a").attached().handover(DetachPhase.CLEARED).volumeNodeState()));

        assertThat(plan.actions()).isEmpty();
        assertThat(memory(plan, "a").detachPhase()).isEqualTo(DetachPhase.ASKED);
        assertThat(plan.nodes()).containsExactly("a");
    }

    @Test
    void attachmentIsRemovedOnce() {
        assertThat(decide(view(
                                EXCLUSIVE,
                                on("a").attached().handover(DetachPhase.LET_GO).volumeNodeState()))
                        .actions())
                .isEmpty();
        assertThat(decide(view(EXCLUSIVE, on("a").stuck("busy").volumeNodeState()))
                        .actions())
                .isEmpty();
    }

    @Test
    void attachmentThatNeverSucceededLeavesInTheSameWay() {
        for (VolumeNodeState volumeNodeState : List.of(
                on("a").attaching().volumeNodeState(), on("a").failing("no").volumeNodeState())) {
            VolumeAttachActions plan = decide(view(SHARED, volumeNodeState));

            assertThat(plan.actions()).isEmpty();
            assertThat(plan.nodes()).containsExactly("a");
        }
        assertThat(AttachActionText.of(decide(view(
                                SHARED,
                                on("a").failing("no")
                                        .handover(DetachPhase.CLEARED)
                                        .volumeNodeState()))
                        .actions()))
                .containsExactly("remove a");
    }

    @Test
    void whatIsForgottenOfAnAttachmentIsForgottenWithIt() {
        VolumeNodeState again = new VolumeNodeState(
                new NodeState("a", true, true, true, null, false),
                List.of(),
                AttachTestObjects.attachment("a", "'attached': true", ""),
                false,
                false,
                new VolumeNodeMemory("u-another", DetachPhase.CLEARED, LONG_AGO, false, "", null));

        assertThat(decide(view(EXCLUSIVE, again)).actions()).isEmpty();
        assertThat(memory(
                        decide(view(
                                EXCLUSIVE, on("a").handover(DetachPhase.LET_GO).volumeNodeState())),
                        "a"))
                .isEqualTo(VolumeNodeMemory.NOTHING);
    }

    @Test
    void readyNodeKeepsWhatItUsesHoweverLong() {
        for (VolumeNodeState volumeNodeState : List.of(
                on("a").attached().inUse().unwantedSince(LONG_AGO).volumeNodeState(),
                on("a").attached()
                        .inUse()
                        .unwantedSince(LONG_AGO)
                        .outOfService()
                        .volumeNodeState(),
                on("a").attached()
                        .inUse()
                        .unwantedSince(LONG_AGO)
                        .handover(DetachPhase.CLEARED)
                        .unreported()
                        .volumeNodeState())) {
            VolumeAttachActions plan = decide(view(EXCLUSIVE, volumeNodeState));

            assertThat(plan.actions()).isEmpty();
            assertThat(plan.nodes()).isEmpty();
            assertThat(plan.again()).isNull();
        }
    }

    @Test
    void timeBeginsWhenNobodyWantsItAndTheNodeIsNotReady() {
        record Case(Instant unwanted, Instant unready, Instant due) {}
        Instant fiveMinutesAgo = NOW.minus(Duration.ofMinutes(5));
        Instant oneMinuteAgo = NOW.minus(Duration.ofMinutes(1));
        for (Case one : List.of(
                new Case(fiveMinutesAgo, LONG_AGO, NOW.plus(Duration.ofMinutes(1))),
                new Case(LONG_AGO, oneMinuteAgo, NOW.plus(Duration.ofMinutes(5))),
                new Case(NOW, LONG_AGO, NOW.plus(Duration.ofMinutes(6))))) {
            VolumeAttachActions plan = decide(view(
                    EXCLUSIVE,
                    on("a").attached()
                            .inUse()
                            .unready(one.unready())
                            .unwantedSince(one.unwanted())
                            .volumeNodeState()));

            assertThat(plan.actions()).isEmpty();
            assertThat(plan.nodes()).isEmpty();
            assertThat(plan.again()).isEqualTo(one.due());
        }
    }

    @Test
    void deadNodeLosesItsVolumesAfterThatTime() {
        AttachTestObjects.Building link =
                on("a").attached().inUse().unready(LONG_AGO).unwantedSince(LONG_AGO);
        assertThat(decide(view(EXCLUSIVE, link.volumeNodeState())).nodes()).containsExactly("a");

        VolumeAttachActions plan = decide(
                view(EXCLUSIVE, link.unreported().handover(DetachPhase.CLEARED).volumeNodeState()));
        assertThat(AttachActionText.of(plan.actions())).containsExactly("remove a");
        assertThat(plan.forced()).containsEntry("a", DetachDecision.Reason.TIMEOUT);
    }

    @Test
    void timeAloneForcesNothingWhenItShallNot() {
        var never = new AttachDetachOptions(false, Duration.ofMinutes(6), Duration.ofMinutes(1), true);
        AttachTestObjects.Building link =
                on("a").attached().inUse().unready(LONG_AGO).unwantedSince(LONG_AGO);

        VolumeAttachActions plan = VolumeAttachDecision.of(view(EXCLUSIVE, link.volumeNodeState()), never, NOW);
        assertThat(plan.nodes()).isEmpty();
        assertThat(plan.again()).isNull();
        assertThat(VolumeAttachDecision.of(view(EXCLUSIVE, link.outOfService().volumeNodeState()), never, NOW)
                        .nodes())
                .containsExactly("a");
        assertThat(VolumeAttachDecision.of(view(EXCLUSIVE, link.gone().volumeNodeState()), never, NOW)
                        .nodes())
                .containsExactly("a");
    }

    @Test
    void nodeOutOfServiceLosesItsVolumesAtOnce() {
        VolumeAttachActions plan = decide(view(
                EXCLUSIVE,
                on("a").attached()
                        .inUse()
                        .unready(NOW)
                        .outOfService()
                        .unreported()
                        .handover(DetachPhase.CLEARED)
                        .volumeNodeState()));

        assertThat(AttachActionText.of(plan.actions())).containsExactly("remove a");
        assertThat(plan.forced()).containsEntry("a", DetachDecision.Reason.OUT_OF_SERVICE);
    }

    @Test
    void nodeThatIsNotReadyWithoutTheTaintKeepsThemForTheTime() {
        VolumeAttachActions plan =
                decide(view(EXCLUSIVE, on("a").attached().inUse().unready(null).volumeNodeState()));

        assertThat(plan.nodes()).isEmpty();
        assertThat(plan.again()).isEqualTo(NOW.plus(Duration.ofMinutes(6)));
    }

    @Test
    void deletedNodeLosesWhatItUsedAfterTheTimeAndTheRestAtOnce() {
        VolumeAttachActions used =
                decide(view(EXCLUSIVE, on("a").attached().gone().inUse().volumeNodeState()));
        assertThat(used.nodes()).isEmpty();
        assertThat(used.again()).isEqualTo(NOW.plus(Duration.ofMinutes(6)));

        assertThat(decide(view(EXCLUSIVE, on("a").attached().gone().volumeNodeState()))
                        .nodes())
                .containsExactly("a");
    }

    @Test
    void attachmentOfAVolumeThatIsGoneIsCollected() {
        var view = new VolumeAttachState(
                null,
                List.of(on("a").attached()
                        .unreported()
                        .handover(DetachPhase.CLEARED)
                        .volumeNodeState()),
                java.util.Set.of());

        assertThat(AttachActionText.of(decide(view).actions())).containsExactly("remove a");
    }

    @Test
    void sharedVolumeLeavesOneNodeAndStaysOnTheOther() {
        VolumeAttachActions plan = decide(view(
                SHARED,
                on("a").attached().unreported().handover(DetachPhase.CLEARED).volumeNodeState(),
                on("b").attached().wantedBy("ns/p").volumeNodeState()));

        assertThat(AttachActionText.of(plan.actions())).containsExactly("remove a");
    }
}
