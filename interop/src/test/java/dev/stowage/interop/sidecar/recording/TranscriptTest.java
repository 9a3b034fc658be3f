package dev.stowage.interop.sidecar.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class TranscriptTest {

    private static final long NO_TIME = -1;

    private final Transcript transcript = new Transcript();

    @Test
    void aCallThatIsNotAnsweredYetIsNoQuiet() {
        transcript.remark("the script does something");
        assertThat(transcript.quietFor(NO_TIME)).isTrue();
        Transcript.Entry entry = transcript.begin("csi CreateVolume -> unanswered");
        assertThat(transcript.quietFor(NO_TIME)).isFalse();
        entry.end("csi CreateVolume -> OK", List.of());
        assertThat(transcript.quietFor(NO_TIME)).isTrue();
    }
}
