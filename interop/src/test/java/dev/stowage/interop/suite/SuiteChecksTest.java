package dev.stowage.interop.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SuiteChecksTest {

    private final SuiteChecks checks = new SuiteChecks();

    @Test
    void whatBecomesSoNeedNotBeSoAtOnce() throws InterruptedException {
        Iterator<String> seen = List.of("[process 7]", "gone", "[]").iterator();
        checks.becomes("no process is left", "[]", () -> {
            String now = seen.next();
            if (now.equals("gone")) {
                throw new IOException("it went while we looked");
            }
            return now;
        });
        assertThat(checks.results()).containsExactly(CheckResult.passed("no process is left"));
    }

    @Test
    void whatIsEqualIsAskedOnce() throws InterruptedException {
        Iterator<String> seen = List.of("[mount]", "[]").iterator();
        checks.equal("nothing is left mounted", "[]", seen::next);
        assertThat(checks.results()).extracting(CheckResult::status).containsExactly(CheckResult.CheckStatus.FAILED);
    }
}
