package dev.stowage.cli.move;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class MoveTextTest {

    @Test
    void aNewMoveWaitsForTheMoverOfItsTarget() {
        assertThat(activity("{}")).isEqualTo("Waiting for the mover of node node-2");
    }

    @Test
    void aMoveThatCannotBeginYetSaysWhy() {
        assertThat(activity("""
                {"phase": "Pending", "message": "waiting for node node-2 to be ready"}""")).isEqualTo("Preparing; waiting for node node-2 to be ready");
    }

    @Test
    void aCopyShowsItsBytesItsRateAndWhatRemains() {
        assertThat(activity("""
                {"phase": "Copying", "sourceNode": "node-1", "message": "copying to node node-2",
                 "bytesTotal": 4294967296, "bytesSent": 1073741824, "bytesPerSecond": 53687091,
                 "expectedPauseSeconds": 3}"""))
                .isEqualTo("Copying to node node-2: 1GiB of 4GiB (25%), 51.1MiB/s, 1m1s left, expected pause 3s");
    }

    @Test
    void aCopyWhoseSizeIsNotKnownHasNoFigures() {
        assertThat(activity("""
                {"phase": "Copying"}""")).isEqualTo("Copying to node node-2 while pods use the volume");
    }

    @Test
    void thePauseIsShownStepByStep() {
        assertThat(switching("[]")).isEqualTo("Fencing the volume on node node-1");
        assertThat(switching("""
                [{"type": "SourceFenced", "status": "True"}]""")).isEqualTo("Stopping the pods on node node-1, sending the last difference");
        assertThat(switching("""
                [{"type": "SourceFenced", "status": "True"}, {"type": "Copied", "status": "True"}]""")).isEqualTo("Paused: activating the copy on node node-2");
        assertThat(switching("""
                [{"type": "Copied", "status": "True"}, {"type": "TargetActive", "status": "True"}]""")).isEqualTo("Paused: the PersistentVolume is changed to node node-2");
    }

    @Test
    void aMoveThatGoesBackSaysWhereTheVolumeStays() {
        assertThat(activity("""
                {"phase": "Switching", "sourceNode": "node-1",
                 "conditions": [{"type": "TargetActive", "status": "False"}]}""")).isEqualTo("Going back: the volume stays on node node-1");
    }

    @Test
    void afterTheSwitchTheOldCopyIsDeleted() {
        assertThat(activity("""
                {"phase": "Completing", "sourceNode": "node-1", "message": "volume pv is on node node-2"}""")).isEqualTo("Moved; deleting the old copy on node node-1");
        assertThat(activity("""
                {"phase": "Completing", "conditions": [{"type": "SourceRemoved", "status": "True"}]}""")).isEqualTo("Moved; waiting for the pods on node node-2");
    }

    @Test
    void theEndSaysHowLongThePauseWasAndWhatItConsistedOf() {
        assertThat(end("""
                {"phase": "Succeeded", "sourceNode": "node-1",
                 "pause": {"podEndMillis": 1230, "differenceMillis": 400, "switchMillis": 900, "startMillis": null}}"""))
                .isEqualTo("Moved pvc/data from node node-1 to node node-2;"
                        + " no pod could use the volume for 2.5s (pods end 1.2s, last difference 0.4s, switch 0.9s).");
    }

    @Test
    void aFailureSaysWhyInOneLine() {
        assertThat(end("""
                {"phase": "Failed", "message": "no\\nspace"}""")).isEqualTo("pvc/data was not moved: no space");
        assertThat(end("""
                {"phase": "Cancelled", "message": "the volume stays on node node-1: cancelled by a user"}"""))
                .isEqualTo("The move of pvc/data was cancelled: the volume stays on node node-1: cancelled by a user");
        assertThat(end("{}")).contains("was deleted before it had ended");
    }

    @Test
    void aBarePodABudgetAndAnUnreachableNodeNeedAttention() {
        assertThat(attention("pods without a controller use the volume: a, b; delete them, or set deleteBarePods"))
                .contains("a, b.")
                .contains("--delete-bare-pods");
        assertThat(attention("waiting for a disruption budget to allow the eviction of pod web-0"))
                .contains("does not allow to evict pod web-0");
        assertThat(attention("node node-1 cannot be reached: connection refused"))
                .isEqualTo("pvc/data: node node-1 cannot be reached: connection refused");
        assertThat(attention("volume pv was replaced by one that is not h of driver d"))
                .contains("was replaced");
        assertThat(attention("the copies stay as they are until node node-1 can be reached: reset"))
                .contains("node-1");
        assertThat(attention("waiting for the volume to be detached")).isEmpty();
    }

    private static String attention(String message) {
        return MoveAttention.of(move("{\"phase\": \"Switching\", \"message\": \"" + message + "\"}"))
                .orElse("");
    }

    private static String switching(String conditions) {
        return activity("{\"phase\": \"Switching\", \"sourceNode\": \"node-1\", \"conditions\": " + conditions + "}");
    }

    private static String activity(String status) {
        return MoveText.activity(move(status));
    }

    private static String end(String status) {
        return MoveText.end(move(status));
    }

    private static VolumeMove move(String status) {
        return MoveObjects.move("data", "node-2", status);
    }
}
