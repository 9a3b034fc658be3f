package dev.stowage.cli.demo;

import java.time.Duration;
import java.util.Optional;

/// What came of a step.
///
/// @param evidence empty for a step that failed
record Result(Step step, Duration time, String evidence, Optional<Failure> failure) {

    /// @param expected what should have been
    /// @param seen what was
    record Failure(String expected, String seen) {}

    static Result kept(Step step, Duration time, String evidence) {
        return new Result(step, time, evidence, Optional.empty());
    }

    static Result broken(Step step, Duration time, String expected, String seen) {
        return new Result(step, time, "", Optional.of(new Failure(expected, seen)));
    }

    boolean isKept() {
        return failure.isEmpty();
    }
}
