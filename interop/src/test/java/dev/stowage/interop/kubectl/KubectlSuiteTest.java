package dev.stowage.interop.kubectl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.interop.suite.CheckResult;
import dev.stowage.interop.suite.CheckResult.CheckStatus;
import java.util.List;
import org.junit.jupiter.api.Test;

class KubectlSuiteTest {
    private static final AcceptedDifferences NONE = AcceptedDifferences.parse("");
    private static final KubectlInvocation STEP = new KubectlInvocation(1, "get pods", "", false);

    @Test
    void aScriptHasCallsWithInput() {
        List<KubectlInvocation> steps =
                KubectlScript.parse("# why\n$ get cm -o 'jsonpath={.a b}'\n$ apply -f -\n    kind: X\n      a: 1\n");

        assertThat(steps).hasSize(2);
        assertThat(steps.getFirst().arguments()).containsExactly("get", "cm", "-o", "jsonpath={.a b}");
        assertThat(steps.getLast().input()).isEqualTo("kind: X\n  a: 1\n");
        assertThat(KubectlScript.parse("$ get cm\n? get boats\n"))
                .extracting(KubectlInvocation::awaited)
                .containsExactly(false, true);
        assertThatThrownBy(() -> KubectlScript.parse("get pods")).hasMessageContaining("line 1");
    }

    @Test
    void theShippedScriptHasAtLeastEightyCalls() {
        assertThat(KubectlScript.read()).hasSizeGreaterThanOrEqualTo(80);
        assertThat(AcceptedDifferences.read()).isNotNull();
    }

    @Test
    void whatIsNeverTheSameTwiceIsTakenOut() {
        assertThat(NormalizedOutput.normalize("""
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
        assertThat(NormalizedOutput.sorted("The x is invalid:\n* b\n* a\nend\n* d\n* c"))
                .isEqualTo("The x is invalid:\n* a\n* b\nend\n* c\n* d");
    }

    @Test
    void anotherAnswerFailsUnlessItIsListed() {
        NormalizedOutput one = new NormalizedOutput(0, "a\nb", "");
        NormalizedOutput other = new NormalizedOutput(1, "a\nc", "");

        CheckResult failed = OutputComparison.of(STEP, one, other, NONE);
        assertThat(failed.status()).isEqualTo(CheckStatus.FAILED);
        assertThat(failed.reason()).contains("exit status: kube-apiserver 0, ours 1", "kube-apiserver: b", "c");
        AcceptedDifferences listed = AcceptedDifferences.parse("$ get pods\n    because\n");
        assertThat(OutputComparison.of(STEP, one, other, listed).status()).isEqualTo(CheckStatus.SKIPPED);
        assertThat(OutputComparison.of(STEP, one, one, listed).status()).isEqualTo(CheckStatus.FAILED);
        assertThat(OutputComparison.of(STEP, one, one, NONE).status()).isEqualTo(CheckStatus.PASSED);
    }
}
