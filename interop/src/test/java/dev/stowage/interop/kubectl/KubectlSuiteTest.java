package dev.stowage.interop.kubectl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.interop.suite.Outcome;
import dev.stowage.interop.suite.Outcome.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class KubectlSuiteTest {
    private static final KnownDifferences NONE = KnownDifferences.parse("");
    private static final Step STEP = new Step(1, "get pods", "", false);

    @Test
    void aScriptHasCallsWithInput() {
        List<Step> steps =
                Script.parse("# why\n$ get cm -o 'jsonpath={.a b}'\n$ apply -f -\n    kind: X\n      a: 1\n");

        assertThat(steps).hasSize(2);
        assertThat(steps.getFirst().arguments()).containsExactly("get", "cm", "-o", "jsonpath={.a b}");
        assertThat(steps.getLast().input()).isEqualTo("kind: X\n  a: 1\n");
        assertThat(Script.parse("$ get cm\n? get boats\n"))
                .extracting(Step::awaited)
                .containsExactly(false, true);
        assertThatThrownBy(() -> Script.parse("get pods")).hasMessageContaining("line 1");
    }

    @Test
    void theShippedScriptHasAtLeastEightyCalls() {
        assertThat(Script.read()).hasSizeGreaterThanOrEqualTo(80);
        assertThat(KnownDifferences.read()).isNotNull();
    }

    @Test
    void whatIsNeverTheSameTwiceIsTakenOut() {
        assertThat(Answer.normal("""
                NAME   AGE
                a      2m10s
                resourceVersion: "17"
                uid: 0a8b1c2d-1111-2222-3333-444455556666
                at 2026-11-15T08:00:00Z from https://127.0.0.1:4711/api
                """))
                .isEqualTo("NAME AGE\na AGE\nresourceVersion: RV\nuid: UID\nat TIME from SERVER/api");
    }

    @Test
    void mistakesAreComparedInAnyOrder() {
        assertThat(Answer.sorted("The x is invalid:\n* b\n* a\nend\n* d\n* c"))
                .isEqualTo("The x is invalid:\n* a\n* b\nend\n* c\n* d");
    }

    @Test
    void anotherAnswerFailsUnlessItIsListed() {
        Answer one = new Answer(0, "a\nb", "");
        Answer other = new Answer(1, "a\nc", "");

        Outcome failed = Comparison.of(STEP, one, other, NONE);
        assertThat(failed.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(failed.reason()).contains("exit status: kube-apiserver 0, ours 1", "kube-apiserver: b", "c");
        KnownDifferences listed = KnownDifferences.parse("$ get pods\n    because\n");
        assertThat(Comparison.of(STEP, one, other, listed).verdict()).isEqualTo(Verdict.SKIPPED);
        assertThat(Comparison.of(STEP, one, one, listed).verdict()).isEqualTo(Verdict.FAILED);
        assertThat(Comparison.of(STEP, one, one, NONE).verdict()).isEqualTo(Verdict.PASSED);
    }
}
