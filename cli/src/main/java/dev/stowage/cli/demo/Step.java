package dev.stowage.cli.demo;

import java.io.IOException;

/// One thing that the demo shows.
///
/// @param name one word, for programs
/// @param promise what will be so when it is over
record Step(String name, String promise, Play play) {

    /// Does it and looks at what came of it.
    @FunctionalInterface
    interface Play {
        /// @return the evidence, for people
        String play() throws BrokenPromise, IOException, InterruptedException;
    }
}
