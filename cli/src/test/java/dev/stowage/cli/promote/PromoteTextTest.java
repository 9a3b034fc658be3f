package dev.stowage.cli.promote;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PromoteTextTest {
    private final VolumeStandby requested = StandbyObjects.requested("node node-2 has a copy");

    @Test
    void aRequestWaitsForTheMover() {
        assertThat(PromoteText.activity(requested, requested)).isEqualTo("Waiting for the mover of node node-2");
        assertThat(PromoteText.activity(requested, StandbyObjects.requested("waiting for the driver of this node")))
                .isEqualTo("Waiting for the mover of node node-2; waiting for the driver of this node");
    }

    @Test
    void aPromotionShowsTheMessageOfItsMover() {
        assertThat(promoting("waiting for pods to end:\\nweb-0")).isEqualTo("Waiting for pods to end: web-0");
        assertThat(promoting("")).isEqualTo("Promoting the copy on node node-2");
    }

    @Test
    void theEndSaysWhichWritesAreGone() {
        assertThat(promoted("34"))
                .isEqualTo("Promoted the copy of pvc/data on node node-2: it is the volume now."
                        + " Writes after 2026-11-20T10:15:07Z are gone, at most 34 seconds.");
        assertThat(promoted("1")).endsWith("are gone, at most 1 second.");
    }

    @Test
    void whatIsNotKnownIsNotSaid() {
        assertThat(PromoteText.promoted(StandbyObjects.standby("node-2", "", "{\"phase\": \"Promoted\"}")))
                .isEqualTo("Promoted the copy of pvc/data on node node-2: it is the volume now.");
    }

    private static String promoted(String seconds) {
        return PromoteText.promoted(StandbyObjects.standby("node-2", "", """
                {"phase": "Promoted", "promotion": {"at": "2026-11-20T10:16:00Z",
                 "copiedAt": "2026-11-20T10:15:07.5Z", "lostSeconds": %s}}""".formatted(seconds)));
    }

    private String promoting(String message) {
        return PromoteText.activity(
                requested,
                StandbyObjects.standby(
                        "node-2", "", "{\"phase\": \"Promoting\", \"message\": \"%s\"}".formatted(message)));
    }
}
