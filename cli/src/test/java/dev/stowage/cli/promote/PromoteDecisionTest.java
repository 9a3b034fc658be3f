package dev.stowage.cli.promote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.cli.move.MoveObjects;
import org.junit.jupiter.api.Test;

final class PromoteDecisionTest {
    private static final String ALIVE = "cannot promote the copy: node node-1 may be alive";

    private final VolumeStandby requested = StandbyObjects.requested("node node-2 has a copy");

    @Test
    void aRequestIsOpenUntilTheMoverAnswers() {
        assertThat(decide(requested)).isEqualTo(new PromoteOutcome.Open());
        assertThat(decide(StandbyObjects.requested("waiting for the driver of this node: restarting")))
                .isEqualTo(new PromoteOutcome.Open());
        assertThat(PromoteDecision.decide(requested, requested, true)).isEqualTo(new PromoteOutcome.Open());
    }

    @Test
    void aRefusalEndsIt() {
        assertThat(decide(StandbyObjects.requested(ALIVE)))
                .isEqualTo(new PromoteOutcome.Refused("node node-1 may be alive"));
    }

    @Test
    void theRefusalOfAnEarlierRequestIsNotOneOfThis() {
        VolumeStandby again = StandbyObjects.requested(ALIVE);
        assertThat(PromoteDecision.decide(again, again, false)).isEqualTo(new PromoteOutcome.Open());
        assertThat(PromoteDecision.decide(again, StandbyObjects.requested(ALIVE + " still"), false))
                .isEqualTo(new PromoteOutcome.Refused("node node-1 may be alive still"));
    }

    @Test
    void theSameRefusalIsNotWrittenAgain() {
        VolumeStandby again = StandbyObjects.requested(ALIVE);
        assertThat(PromoteDecision.decide(again, again, true))
                .isEqualTo(new PromoteOutcome.Refused("node node-1 may be alive"));
    }

    @Test
    void aDecidedPromotionIsOpenUntilTheCopyIsTheVolume() {
        String promoting = StandbyObjects.READY.replace("Ready", "Promoting");
        assertThat(decide(StandbyObjects.standby("node-2", "", promoting))).isEqualTo(new PromoteOutcome.Open());
        assertThat(decide(StandbyObjects.standby("node-2", "", promoting.replace("Promoting", "Promoted"))))
                .isEqualTo(new PromoteOutcome.Promoted());
    }

    @Test
    void aCopyThatIsGivenUpMeanwhileIsARefusal() {
        VolumeStandby empty = StandbyObjects.standby(
                "node-2",
                ", \"promote\": true",
                "{\"phase\": \"Pending\", \"message\": \"claim shop/data was deleted\"}");
        assertThat(decide(empty))
                .isEqualTo(new PromoteOutcome.Refused("node node-2 has no complete copy: claim shop/data was deleted"));
    }

    @Test
    void aRequestThatAnotherUserWithdrawsIsGone() {
        assertThat(decide(StandbyObjects.ready("node-2")))
                .isEqualTo(new PromoteOutcome.Gone("the request was withdrawn"));
        VolumeStandby leaving = MoveObjects.read(
                VolumeStandby.KIND,
                StandbyObjects.text("node-2", ", \"promote\": true", StandbyObjects.READY)
                        .replace("\"uid\"", "\"deletionTimestamp\": \"2026-11-20T10:00:00Z\", \"uid\""));
        assertThat(decide(leaving))
                .isEqualTo(new PromoteOutcome.Gone("VolumeStandby shop/data-node-2 is being deleted"));
    }

    private PromoteOutcome decide(VolumeStandby now) {
        return PromoteDecision.decide(requested, now, false);
    }
}
