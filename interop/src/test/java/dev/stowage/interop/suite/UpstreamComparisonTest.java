package dev.stowage.interop.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.interop.suite.CheckResult.CheckStatus;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UpstreamComparisonTest {

    private static CheckStatus verdict(Map<String, List<String>> meant, String theirs, String ours) {
        return new UpstreamComparison(meant).of("moves", theirs, ours).status();
    }

    @Test
    void theSameTextPasses() {
        assertThat(verdict(Map.of(), "phase = Bound\n", "phase = Bound\n")).isEqualTo(CheckStatus.PASSED);
    }

    @Test
    void aDifferenceThatNobodyListedFails() {
        assertThat(verdict(Map.of(), "phase = Bound\n", "phase = Lost\n")).isEqualTo(CheckStatus.FAILED);
    }

    @Test
    void aListedDifferenceHasToBeThere() {
        Map<String, List<String>> meant = Map.of("moves", List.of("+ more"));
        assertThat(verdict(meant, "one\n", "one\n    more\n")).isEqualTo(CheckStatus.PASSED);
        assertThat(verdict(meant, "one\n", "one\n")).isEqualTo(CheckStatus.FAILED);
    }

    @Test
    void whatOneOfBothHasAtTimesIsNotCounted() {
        Map<String, List<String>> meant = Map.of("*", List.of("~ Normal Waiting …"));
        assertThat(verdict(meant, "one\n", "one\n    Normal Waiting for a pod\n"))
                .isEqualTo(CheckStatus.PASSED);
        assertThat(verdict(meant, "one\n    Normal Waiting for b\n", "one\n")).isEqualTo(CheckStatus.PASSED);
        assertThat(verdict(meant, "one\n", "one\n    Normal Other\n")).isEqualTo(CheckStatus.FAILED);
    }
}
