package dev.stowage.interop.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.interop.suite.Outcome.Verdict;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ComparisonTest {

    private static Verdict verdict(Map<String, List<String>> meant, String theirs, String ours) {
        return new Comparison(meant).of("moves", theirs, ours).verdict();
    }

    @Test
    void theSameTextPasses() {
        assertThat(verdict(Map.of(), "phase = Bound\n", "phase = Bound\n")).isEqualTo(Verdict.PASSED);
    }

    @Test
    void aDifferenceThatNobodyListedFails() {
        assertThat(verdict(Map.of(), "phase = Bound\n", "phase = Lost\n")).isEqualTo(Verdict.FAILED);
    }

    @Test
    void aListedDifferenceHasToBeThere() {
        Map<String, List<String>> meant = Map.of("moves", List.of("+ more"));
        assertThat(verdict(meant, "one\n", "one\n    more\n")).isEqualTo(Verdict.PASSED);
        assertThat(verdict(meant, "one\n", "one\n")).isEqualTo(Verdict.FAILED);
    }

    @Test
    void whatOneOfBothHasAtTimesIsNotCounted() {
        Map<String, List<String>> meant = Map.of("*", List.of("~ Normal Waiting …"));
        assertThat(verdict(meant, "one\n", "one\n    Normal Waiting for a pod\n"))
                .isEqualTo(Verdict.PASSED);
        assertThat(verdict(meant, "one\n    Normal Waiting for b\n", "one\n")).isEqualTo(Verdict.PASSED);
        assertThat(verdict(meant, "one\n", "one\n    Normal Other\n")).isEqualTo(Verdict.FAILED);
    }
}
