package dev.stowage.interop.suite;

import dev.stowage.interop.suite.CheckResult.CheckStatus;
import java.time.Duration;
import java.util.List;

/// The result of one suite.
record SuiteReport(Suite suite, Duration used, List<CheckResult> results) {

    long count(CheckStatus checkStatus) {
        return results.stream()
                .filter(outcome -> outcome.status() == checkStatus)
                .count();
    }
}
