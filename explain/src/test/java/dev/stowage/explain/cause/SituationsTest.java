package dev.stowage.explain.cause;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.explain.Explanation;
import java.io.IOException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class SituationsTest {

    static Stream<Situated> cases() throws IOException {
        return Stream.concat(
                Stream.concat(Situated.of("attach.txt"), Situated.of("mount.txt")),
                Stream.concat(Situated.of("change.txt"), Situated.of("snapshot.txt")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void theCauseIsNamedFirst(Situated situated) {
        assertThat(told(situated.answer())).isEqualTo(situated.expected());
    }

    /// Whatever is said rests on something, and what may do harm says which.
    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void everyFindingHasEvidence(Situated situated) {
        assertThat(situated.answer().findings()).allSatisfy(finding -> {
            assertThat(finding.evidence()).as(finding.verdict()).isNotEmpty();
            assertThat(finding.verdict()).doesNotContain("%s").doesNotContain("null");
            assertThat(finding.remedies())
                    .filteredOn(remedy -> remedy.command().contains("finalizers\":null")
                            || remedy.command().contains("--force")
                            || remedy.command().contains("umount")
                            || remedy.command().contains("taint"))
                    .allMatch(Remedy::isDangerous);
        });
    }

    private static String told(Explanation answer) {
        if (answer.findings().isEmpty()) {
            return "nothing";
        }
        Finding first = answer.findings().getFirst();
        String others = answer.findings().stream()
                .skip(1)
                .map(each -> "\n+ " + each.situation() + " " + each.weight())
                .collect(Collectors.joining());
        return "%s %s %s %s%n%s"
                        .formatted(first.situation(), first.weight(), first.part(), first.actor(), first.verdict())
                + others;
    }
}
