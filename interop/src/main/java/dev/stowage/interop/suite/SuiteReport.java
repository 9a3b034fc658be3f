package dev.stowage.interop.suite;

import dev.stowage.interop.suite.Outcome.Verdict;
import java.time.Duration;
import java.util.List;

/// What came of one suite.
record SuiteReport(Suite suite, Duration used, List<Outcome> outcomes) {

    long count(Verdict verdict) {
        return outcomes.stream().filter(outcome -> outcome.verdict() == verdict).count();
    }
}
