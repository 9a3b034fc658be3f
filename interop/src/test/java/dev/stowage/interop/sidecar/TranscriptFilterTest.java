package dev.stowage.interop.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TranscriptFilterTest {

    @Test
    void whatIsDoneAgainIsToldOnce() {
        assertThat(TranscriptFilter.withoutRepeats(
                        "csi A -> OK\n    x = 1\napi PATCH p n -> 200\n    y = 2\ncsi A -> OK\n    x = 1\n"))
                .isEqualTo("csi A -> OK\n    x = 1\napi PATCH p n -> 200\n    y = 2\n");
    }

    @Test
    void sameCallAfterTheScriptDidSomethingStays() {
        String text = "csi A -> OK\n-- the script deletes it\ncsi A -> OK\n";
        assertThat(TranscriptFilter.withoutRepeats(text)).isEqualTo(text);
    }

    @Test
    void writesThatChangedNothingOrCameTooLateAreLeftOut() {
        assertThat(TranscriptFilter.withoutRepeats(
                        "api PATCH p n -> 200\napi PUT p n -> 409 Conflict\napi DELETE p n -> 404 NotFound\n"))
                .isEmpty();
    }

    @Test
    void ofOursOnlyLateWritesAreLeftOut() {
        assertThat(TranscriptFilter.withoutLate(
                        "csi A -> OK\napi PATCH p n -> 422 Invalid\ncsi A -> OK\napi PATCH p n -> 404 NotFound\n"))
                .isEqualTo("csi A -> OK\ncsi A -> OK\n");
        assertThat(TranscriptFilter.withoutLate("api PATCH p/status n -> 404 NotFound\n"))
                .isEqualTo("api PATCH p/status n -> 404 NotFound\n");
    }

    @Test
    void anotherResultIsNotTheSame() {
        String text = "csi A -> INTERNAL\ncsi A -> OK\n";
        assertThat(TranscriptFilter.withoutRepeats(text)).isEqualTo(text);
    }
}
