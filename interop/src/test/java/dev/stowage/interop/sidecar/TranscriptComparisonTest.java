package dev.stowage.interop.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.interop.reference.BuiltPrograms;
import dev.stowage.interop.suite.CheckResult.CheckStatus;
import dev.stowage.interop.suite.SuiteOptions;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class TranscriptComparisonTest {

    private static final SidecarScenario LIVENESS = SidecarScenarios.all().stream()
            .filter(each -> each.name().equals("liveness"))
            .findFirst()
            .orElseThrow();

    private final SidecarSubject theirs = new SidecarSubject.Upstream(Optional.empty(), new BuiltPrograms(Map.of()));
    private final String kept = TranscriptFiles.text("liveness").orElseThrow();

    @Test
    void everyScenarioHasItsTranscript() {
        assertThat(SidecarScenarios.all())
                .allSatisfy(sidecarScenario ->
                        assertThat(TranscriptFiles.text(sidecarScenario.name())).isPresent());
    }

    @Test
    void everyListedScenarioIsThere() {
        List<String> names =
                SidecarScenarios.all().stream().map(SidecarScenario::name).toList();
        TranscriptComparison transcriptComparison = TranscriptComparison.read(false);
        assertThat(names)
                .containsAll(transcriptComparison.pending().keySet())
                .containsAll(transcriptComparison.differences().keySet());
    }

    @Test
    void quickSelectionIsPartOfTheWhole() {
        assertThat(SidecarScenarios.chosen(SidecarScenarios.all(), SuiteOptions.quick(true)))
                .isNotEmpty()
                .hasSizeLessThan(SidecarScenarios.all().size());
    }

    @Test
    void oursHaveToBeTheSameWordByWord() throws IOException {
        TranscriptComparison transcriptComparison =
                new TranscriptComparison(false, Map.of("liveness", List.of("- csi More -> OK")), Map.of());
        assertThat(verdict(transcriptComparison, new SidecarSubject.Stowage(), kept))
                .isEqualTo(CheckStatus.PASSED);
        assertThat(verdict(transcriptComparison, new SidecarSubject.Stowage(), kept + "csi More -> OK\n"))
                .isEqualTo(CheckStatus.FAILED);
    }

    @Test
    void theirsMayDifferAsListedAndNotOtherwise() throws IOException {
        TranscriptComparison transcriptComparison =
                new TranscriptComparison(false, Map.of("liveness", List.of("- csi More -> OK")), Map.of());
        assertThat(verdict(transcriptComparison, theirs, kept + "csi More -> OK\n"))
                .isEqualTo(CheckStatus.PASSED);
        assertThat(verdict(transcriptComparison, theirs, kept)).isEqualTo(CheckStatus.FAILED);
        assertThat(verdict(transcriptComparison, theirs, kept + "csi Other -> OK\n"))
                .isEqualTo(CheckStatus.FAILED);
    }

    @Test
    void whatTheirsDoAtTimesMayBeThereOrNot() throws IOException {
        TranscriptComparison transcriptComparison =
                new TranscriptComparison(false, Map.of("liveness", List.of("~ csi More -> OK")), Map.of());
        assertThat(verdict(transcriptComparison, theirs, kept + "csi More -> OK\n"))
                .isEqualTo(CheckStatus.PASSED);
        assertThat(verdict(transcriptComparison, theirs, kept)).isEqualTo(CheckStatus.PASSED);
    }

    private static CheckStatus verdict(TranscriptComparison transcriptComparison, SidecarSubject subject, String text)
            throws IOException {
        return transcriptComparison.of("it", LIVENESS, subject, text).status();
    }
}
