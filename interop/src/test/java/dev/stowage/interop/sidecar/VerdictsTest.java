package dev.stowage.interop.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.interop.judge.BuiltJudges;
import dev.stowage.interop.suite.Outcome.Verdict;
import dev.stowage.interop.suite.Wishes;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class VerdictsTest {

    private static final Scenario LIVENESS = Scenarios.all().stream()
            .filter(each -> each.name().equals("liveness"))
            .findFirst()
            .orElseThrow();

    private final Cast theirs = new Cast.Theirs(Optional.empty(), new BuiltJudges(Map.of()));
    private final String kept = Kept.text("liveness").orElseThrow();

    @Test
    void everyScenarioHasItsTranscript() {
        assertThat(Scenarios.all())
                .allSatisfy(scenario -> assertThat(Kept.text(scenario.name())).isPresent());
    }

    @Test
    void everyListedScenarioIsThere() {
        List<String> names = Scenarios.all().stream().map(Scenario::name).toList();
        Verdicts verdicts = Verdicts.read(false);
        assertThat(names)
                .containsAll(verdicts.pending().keySet())
                .containsAll(verdicts.differences().keySet());
    }

    @Test
    void quickSelectionIsPartOfTheWhole() {
        assertThat(Scenarios.chosen(Scenarios.all(), Wishes.quick(true)))
                .isNotEmpty()
                .hasSizeLessThan(Scenarios.all().size());
    }

    @Test
    void oursHaveToBeTheSameWordByWord() throws IOException {
        Verdicts verdicts = new Verdicts(false, Map.of("liveness", List.of("- csi More -> OK")), Map.of());
        assertThat(verdict(verdicts, new Cast.Ours(), kept)).isEqualTo(Verdict.PASSED);
        assertThat(verdict(verdicts, new Cast.Ours(), kept + "csi More -> OK\n"))
                .isEqualTo(Verdict.FAILED);
    }

    @Test
    void theirsMayDifferAsListedAndNotOtherwise() throws IOException {
        Verdicts verdicts = new Verdicts(false, Map.of("liveness", List.of("- csi More -> OK")), Map.of());
        assertThat(verdict(verdicts, theirs, kept + "csi More -> OK\n")).isEqualTo(Verdict.PASSED);
        assertThat(verdict(verdicts, theirs, kept)).isEqualTo(Verdict.FAILED);
        assertThat(verdict(verdicts, theirs, kept + "csi Other -> OK\n")).isEqualTo(Verdict.FAILED);
    }

    @Test
    void whatTheirsDoAtTimesMayBeThereOrNot() throws IOException {
        Verdicts verdicts = new Verdicts(false, Map.of("liveness", List.of("~ csi More -> OK")), Map.of());
        assertThat(verdict(verdicts, theirs, kept + "csi More -> OK\n")).isEqualTo(Verdict.PASSED);
        assertThat(verdict(verdicts, theirs, kept)).isEqualTo(Verdict.PASSED);
    }

    private static Verdict verdict(Verdicts verdicts, Cast cast, String text) throws IOException {
        return verdicts.of("it", LIVENESS, cast, text).verdict();
    }
}
