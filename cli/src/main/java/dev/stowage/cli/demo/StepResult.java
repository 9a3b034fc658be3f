package dev.stowage.cli.demo;

import java.time.Duration;
import java.util.Optional;

/// The result of a step.
///
/// @param evidence empty for a step that failed
record StepResult(DemoStep demoStep, Duration time, String evidence, Optional<Failure> failure) {

    /// @param expected the expected result
    /// @param actual the actual result
    record Failure(String expected, String actual) {}

    static StepResult passed(DemoStep demoStep, Duration time, String evidence) {
        return new StepResult(demoStep, time, evidence, Optional.empty());
    }

    static StepResult failed(DemoStep demoStep, Duration time, String expected, String seen) {
        return new StepResult(demoStep, time, "", Optional.of(new Failure(expected, seen)));
    }

    boolean isPassed() {
        return failure.isEmpty();
    }
}
