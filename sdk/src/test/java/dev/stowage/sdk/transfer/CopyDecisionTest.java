package dev.stowage.sdk.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.IncomingVolume;
import dev.stowage.sdk.TransferFormat;
import dev.stowage.sdk.TransferHeader;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.record.VolumeCopy;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

final class CopyDecisionTest {

    private static final VolumeId ID = new VolumeId("v");
    private static final IncomingVolume ALL = incoming("snapshot/a@1", Optional.empty());
    private static final IncomingVolume DIFFERENCE = incoming("snapshot/b@2", Optional.of("snapshot/a@1"));
    private static final VolumeCopy.Receiving FIRST =
            new VolumeCopy.Receiving(2, Optional.empty(), ALL.header(), Map.of(), 4096, false);
    private static final VolumeCopy.Receiving SECOND =
            new VolumeCopy.Receiving(2, Optional.of("snapshot/a@1"), DIFFERENCE.header(), Map.of(), 4096, false);
    private static final VolumeCopy STANDBY = new VolumeCopy.Standby(2, "snapshot/a@1");
    private static final VolumeCopy FENCED = new VolumeCopy.Fenced(2, "node-2");

    private static IncomingVolume incoming(String content, Optional<String> base) {
        return new IncomingVolume(
                ID,
                new TransferHeader(
                        TransferFormat.BLOCKS, content, base, Bytes.mebi(1), new VolumeId("source"), Map.of()),
                Map.of());
    }

    private static CopyDecision nothing() {
        return new CopyDecision(ID, Optional.empty(), false);
    }

    private static CopyDecision volume() {
        return new CopyDecision(ID, Optional.empty(), true);
    }

    private static CopyDecision copy(VolumeCopy now) {
        return new CopyDecision(ID, Optional.of(now), false);
    }

    private static void refused(CsiCode code, String why, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        CsiException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(why);
    }

    @Test
    void aNewCopyBeginsAtNothing() throws Exception {
        assertThat(nothing().begin(1, ALL))
                .isEqualTo(new VolumeCopy.Receiving(1, Optional.empty(), ALL.header(), Map.of(), 0, false));
    }

    @Test
    void aCopyContinuesWhereItIsDurable() throws Exception {
        assertThat(copy(FIRST).begin(3, ALL)).isEqualTo(FIRST.generation(3));
        assertThat(copy(FIRST).receive(2, 4096)).isEqualTo(FIRST);
        assertThat(copy(FIRST).receive(2, 0)).as("a sender may begin earlier").isEqualTo(FIRST);
        refused(CsiCode.OUT_OF_RANGE, "durable", () -> copy(FIRST).receive(2, 8192));
    }

    @Test
    void otherContentIsNotMixedIn() {
        refused(
                CsiCode.FAILED_PRECONDITION,
                "abandon that first",
                () -> copy(FIRST).begin(2, incoming("snapshot/z@9", Optional.empty())));
    }

    @Test
    void aDifferenceNeedsItsBase() throws Exception {
        assertThat(copy(STANDBY).begin(2, DIFFERENCE)).isEqualTo(SECOND.durable(0));
        refused(CsiCode.FAILED_PRECONDITION, "send all of it", () -> nothing().begin(2, DIFFERENCE));
        refused(
                CsiCode.FAILED_PRECONDITION,
                "has content snapshot/a@1",
                () -> copy(STANDBY).begin(2, incoming("snapshot/c@3", Optional.of("snapshot/b@2"))));
        refused(
                CsiCode.FAILED_PRECONDITION,
                "delete it before",
                () -> copy(STANDBY).begin(2, incoming("snapshot/c@3", Optional.empty())));
    }

    @Test
    void aCopyThatHasTheContentIsComplete() throws Exception {
        assertThat(copy(STANDBY).begin(2, ALL)).isEqualTo(STANDBY);
    }

    @Test
    void aVolumeIsNotOverwritten() {
        refused(CsiCode.ALREADY_EXISTS, "exists on this node", () -> volume().begin(2, ALL));
        refused(
                CsiCode.ALREADY_EXISTS,
                "exists on this node",
                () -> copy(FENCED).begin(2, ALL));
    }

    @Test
    void anAbandonedDifferenceLeavesTheCopyAndNoProgress() throws Exception {
        assertThat(copy(SECOND).abandon(2)).isEqualTo(SECOND.durable(0));
        assertThat(copy(FIRST).abandon(2)).isEqualTo(new VolumeCopy.Deleting(2));
        assertThat(copy(STANDBY).abandon(2)).isEqualTo(STANDBY);
    }

    /// Its caller begins nothing again, so no other call would complete it.
    @Test
    void whatWasVerifiedIsCompletedBeforeItIsAbandoned() throws Exception {
        assertThat(copy(FIRST.asVerified()).abandon(3))
                .isEqualTo(FIRST.asVerified().generation(3));
        assertThat(copy(SECOND.asVerified()).abandon(2)).isEqualTo(SECOND.asVerified());
        refused(
                CsiCode.FAILED_PRECONDITION,
                "out of date",
                () -> copy(SECOND.asVerified()).abandon(1));
    }

    @Test
    void whatWasVerifiedIsNotWrittenAgain() {
        refused(
                CsiCode.ABORTED,
                "being completed",
                () -> copy(SECOND.asVerified()).receive(2, 0));
    }

    @Test
    void aCopyThatWasGivenUpRefusesLateRequests() throws Exception {
        VolumeCopy givenUp = copy(STANDBY).abandon(3);
        refused(CsiCode.FAILED_PRECONDITION, "out of date", () -> copy(givenUp).activate(2));
    }

    @Test
    void aFenceIsRepeatableAndRaised() throws Exception {
        assertThat(volume().fence(2, "node-2")).isEqualTo(FENCED);
        assertThat(copy(FENCED).fence(2, "node-2")).isEqualTo(FENCED);
        assertThat(copy(FENCED).fence(3, "node-3")).isEqualTo(new VolumeCopy.Fenced(3, "node-3"));
        refused(
                CsiCode.FAILED_PRECONDITION,
                "higher generation",
                () -> copy(FENCED).fence(2, "node-3"));
        refused(
                CsiCode.FAILED_PRECONDITION,
                "higher generation",
                () -> copy(new VolumeCopy.Active(2)).fence(2, "node-2"));
        refused(CsiCode.FAILED_PRECONDITION, "not active", () -> copy(STANDBY).fence(3, "node-2"));
        refused(CsiCode.NOT_FOUND, "does not exist", () -> nothing().fence(2, "node-2"));
    }

    @Test
    void onlyACompleteCopyIsActivated() throws Exception {
        assertThat(copy(STANDBY).activate(2)).isEqualTo(new VolumeCopy.Activating(2));
        assertThat(copy(new VolumeCopy.Activating(2)).activate(3)).isEqualTo(new VolumeCopy.Activating(3));
        refused(
                CsiCode.FAILED_PRECONDITION,
                "receive the rest",
                () -> copy(FIRST).activate(2));
        refused(
                CsiCode.FAILED_PRECONDITION,
                "abandon the difference",
                () -> copy(SECOND).activate(2));
    }

    @Test
    void aFenceEndsOnlyWithAnotherGeneration() throws Exception {
        assertThat(copy(FENCED).activate(3)).isEqualTo(new VolumeCopy.Active(3));
        refused(
                CsiCode.FAILED_PRECONDITION,
                "of the copy at node-2",
                () -> copy(FENCED).activate(2));
    }

    @Test
    void lateRequestsChangeNothing() {
        refused(CsiCode.FAILED_PRECONDITION, "out of date", () -> copy(STANDBY).activate(1));
        refused(CsiCode.FAILED_PRECONDITION, "out of date", () -> copy(FENCED).delete(1));
        refused(CsiCode.FAILED_PRECONDITION, "out of date", () -> copy(FIRST).abandon(1));
        refused(CsiCode.FAILED_PRECONDITION, "out of date", () -> copy(FIRST).begin(1, ALL));
        refused(CsiCode.FAILED_PRECONDITION, "out of date", () -> copy(FIRST).receive(1, 0));
        refused(CsiCode.FAILED_PRECONDITION, "out of date", () -> copy(FENCED).fence(1, "node-2"));
    }

    @Test
    void onlyACopyThatIsNotTheVolumeIsDeleted() throws Exception {
        assertThat(copy(FENCED).delete(2)).contains(new VolumeCopy.Deleting(2));
        assertThat(copy(STANDBY).delete(2)).contains(new VolumeCopy.Deleting(2));
        assertThat(nothing().delete(2)).isEmpty();
        refused(CsiCode.FAILED_PRECONDITION, "fence it first", () -> volume().delete(2));
        refused(
                CsiCode.FAILED_PRECONDITION,
                "abandon that first",
                () -> copy(FIRST).delete(2));
    }
}
