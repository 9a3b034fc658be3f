package dev.stowage.interop.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

final class QuestionsTest {

    private final Questions questions = new Questions();

    @Test
    void whatBecomesSoNeedNotBeSoAtOnce() throws InterruptedException {
        Iterator<String> seen = List.of("[process 7]", "gone", "[]").iterator();
        questions.becomes("no process stays", "[]", () -> {
            String now = seen.next();
            if (now.equals("gone")) {
                throw new IOException("it went while we looked");
            }
            return now;
        });
        assertThat(questions.outcomes()).containsExactly(Outcome.passed("no process stays"));
    }

    @Test
    void whatIsEqualIsAskedOnce() throws InterruptedException {
        Iterator<String> seen = List.of("[mount]", "[]").iterator();
        questions.equal("nothing stays mounted", "[]", seen::next);
        assertThat(questions.outcomes()).extracting(Outcome::verdict).containsExactly(Outcome.Verdict.FAILED);
    }
}
