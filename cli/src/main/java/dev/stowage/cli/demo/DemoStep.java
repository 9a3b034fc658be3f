package dev.stowage.cli.demo;

import java.io.IOException;

/// One thing that the demo shows.
///
/// @param name one word, for programs
/// @param expectation what must hold at the end of the step
record DemoStep(String name, String expectation, Body body) {

    /// Runs the step and checks its result.
    @FunctionalInterface
    interface Body {
        /// @return the evidence, for people
        String run() throws ExpectationFailure, IOException, InterruptedException;
    }
}
