package dev.stowage.interop.sidecar.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class TranscriptNormalizerTest {

    private final TranscriptNormalizer transcriptNormalizer = new TranscriptNormalizer(Map.of("a.csi.test", "DRIVER"));

    @Test
    void sameIdGetsTheSameNumberAndAnotherAnother() {
        String one = "0f8fad5b-d9cb-469f-a165-70867728950e";
        String other = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
        assertThat(transcriptNormalizer.normalize("pvc-" + one + " " + other + " " + one))
                .isEqualTo("pvc-UID1 UID2 UID1");
    }

    @Test
    void whatIsNeverTheSameTwiceIsNamed() {
        assertThat(transcriptNormalizer.normalize("1763205600123-4711-a.csi.test"))
                .isEqualTo("IDENTITY-DRIVER");
        assertThat(transcriptNormalizer.normalize("time = \"2026-11-15T11:49:44.161Z\""))
                .isEqualTo("time = \"TIME\"");
        assertThat(transcriptNormalizer.normalize("creationTime = 1763205600123456789"))
                .isEqualTo("creationTime = NANOSECONDS");
        assertThat(transcriptNormalizer.normalize("csisc-x7k2p")).isEqualTo("csisc-RANDOM");
        assertThat(transcriptNormalizer.normalize("resourceVersion = \"815\""))
                .isEqualTo("resourceVersion = \"REVISION\"");
    }

    @Test
    void sizesStayAsTheyAre() {
        assertThat(transcriptNormalizer.normalize("required_bytes = 1099511627776"))
                .isEqualTo("required_bytes = 1099511627776");
    }
}
