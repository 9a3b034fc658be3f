package dev.stowage.cli.promote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.cli.move.MoveObjects;
import dev.stowage.cli.move.Movers;
import dev.stowage.cli.up.instance.ClusterChoice;
import dev.stowage.kube.model.Kinds;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class PromoteStartDecisionTest {
    private static final String LATER = StandbyObjects.READY.replace("10:15:07", "10:15:08");
    private static final String EMPTY =
            "{\"phase\": \"Copying\", \"message\": \"copying the volume from node node-1\"}";
    private static final String PROMOTED = StandbyObjects.READY.replace("Ready", "Promoted");
    private static final String PROMOTING = StandbyObjects.READY.replace("Ready", "Promoting");

    private boolean isClaimThere = true;
    private boolean isNodeDown;
    private String node = "";

    @Test
    void theOnlyCopyIsPromoted() {
        VolumeStandby ready = StandbyObjects.ready("node-2");
        assertThat(decide(ready)).isEqualTo(new PromoteStart.Request(ready, ""));
    }

    @Test
    void ofSeveralCopiesTheNewestIsPromoted() {
        VolumeStandby newer = StandbyObjects.standby("node-3", "", LATER);
        assertThat(decide(StandbyObjects.ready("node-2"), newer, StandbyObjects.standby("node-4", "", EMPTY)))
                .isEqualTo(new PromoteStart.Request(newer, ""));
    }

    @Test
    void aUserChoosesTheNode() {
        node = "node-2";
        VolumeStandby chosen = StandbyObjects.ready("node-2");
        assertThat(decide(chosen, StandbyObjects.standby("node-3", "", LATER)))
                .isEqualTo(new PromoteStart.Request(chosen, ""));
        node = "node-5";
        assertThat(refusal(chosen, StandbyObjects.standby("node-3", "", LATER)))
                .isEqualTo("node node-5 has no standby copy of pvc/data; there is one on node node-2, node-3");
    }

    @Test
    void withoutACopyTheErrorSaysHowToCreateOne() {
        assertThat(refusal())
                .startsWith("pvc/data has no standby copy; ")
                .contains("kind: VolumeStandby", "namespace: shop", "{claimName: data, targetNode: NODE}");
    }

    @Test
    void aCopyThatWasPromotedOnceIsNotOneForToday() {
        assertThat(refusal(StandbyObjects.standby("node-2", "", PROMOTED)))
                .startsWith("pvc/data has no standby copy any more: that on node node-2 was promoted; ");
        VolumeStandby ready = StandbyObjects.ready("node-3");
        assertThat(decide(StandbyObjects.standby("node-2", "", PROMOTED), ready))
                .isEqualTo(new PromoteStart.Request(ready, ""));
    }

    @Test
    void aCopyThatIsNotCompleteIsNotPromoted() {
        assertThat(refusal(StandbyObjects.standby("node-2", "", EMPTY)))
                .isEqualTo("pvc/data has no complete copy yet on node node-2: copying the volume from node node-1");
    }

    @Test
    void aStandbyThatIsBeingDeletedIsNotPromoted() {
        VolumeStandby leaving = MoveObjects.read(
                VolumeStandby.KIND,
                StandbyObjects.text("node-2", "", StandbyObjects.READY)
                        .replace("\"uid\"", "\"deletionTimestamp\": \"2026-11-20T10:00:00Z\", \"uid\""));
        assertThat(refusal(leaving)).startsWith("pvc/data has no standby copy; ");
    }

    @Test
    void aPromotionThatIsRequestedIsWatchedAndNeverASecondOneBegun() {
        VolumeStandby promoting = StandbyObjects.standby("node-2", "", PROMOTING);
        VolumeStandby newer = StandbyObjects.standby("node-3", "", LATER);
        assertThat(decide(promoting, newer)).isEqualTo(new PromoteStart.Resume(promoting));
        isClaimThere = false;
        assertThat(decide(promoting, newer)).isEqualTo(new PromoteStart.Resume(promoting));
        node = "node-3";
        assertThat(refusal(promoting, newer))
                .isEqualTo(
                        "the copy of pvc/data on node node-2 is being promoted already (VolumeStandby shop/data-node-2)");
    }

    @Test
    void aConfirmationIsAddedToARequestThatLacksIt() {
        VolumeStandby requested = StandbyObjects.requested("cannot promote the copy: it may be alive");
        assertThat(decide(requested)).isEqualTo(new PromoteStart.Resume(requested));
        isNodeDown = true;
        assertThat(decide(requested)).isEqualTo(new PromoteStart.Request(requested, ""));
    }

    @Test
    void aClaimThatDoesNotExistIsNamed() {
        isClaimThere = false;
        assertThat(refusal(StandbyObjects.ready("node-2"))).isEqualTo("pvc/data not found in namespace shop");
    }

    @Test
    void aNodeWithoutAMoverIsNamed() {
        VolumeStandby ready = StandbyObjects.ready("node-9");
        assertThat(decide(ready))
                .isEqualTo(new PromoteStart.Request(
                        ready,
                        "No mover of driver d.example.com is known on node-9;"
                                + " the promotion waits for it (run the role mover there)."));
    }

    private String refusal(VolumeStandby... standbys) {
        return ((PromoteStart.Refuse) decide(standbys)).why();
    }

    private PromoteStart decide(VolumeStandby... standbys) {
        Movers movers = Movers.of(Stream.of("node-2", "node-3")
                .map(each -> MoveObjects.read(Kinds.LEASES, MoveObjects.lease(each)))
                .toList());
        PromoteOptions options = new PromoteOptions("data", "shop", node, isNodeDown, true, ClusterChoice.NONE);
        return PromoteStartDecision.decide(new PromoteStartState(options, isClaimThere, List.of(standbys), movers));
    }
}
