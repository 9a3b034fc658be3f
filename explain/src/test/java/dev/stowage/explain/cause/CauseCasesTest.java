package dev.stowage.explain.cause;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.explain.Explanation;
import java.io.IOException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class CauseCasesTest {

    static Stream<CauseCase> cases() throws IOException {
        return Stream.concat(
                Stream.concat(CauseCase.of("attach.txt"), CauseCase.of("mount.txt")),
                Stream.concat(CauseCase.of("change.txt"), CauseCase.of("snapshot.txt")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void theCauseIsNamedFirst(CauseCase causeCase) {
        assertThat(told(causeCase.answer())).isEqualTo(causeCase.expected());
    }

    /// Every finding has evidence, and every dangerous remedy names its risk.
    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void everyFindingHasEvidence(CauseCase causeCase) {
        assertThat(causeCase.answer().findings()).allSatisfy(finding -> {
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
                .map(each -> "\n+ " + each.cause() + " " + each.rank())
                .collect(Collectors.joining());
        return "%s %s %s %s%n%s"
                        .formatted(first.cause(), first.rank(), first.link(), first.responsibleParty(), first.verdict())
                + others;
    }
}
