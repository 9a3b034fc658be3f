package dev.stowage.cli.demo;

import java.io.PrintStream;

/// Receives the progress of the demo.
interface DemoListener extends AutoCloseable {

    /// @param number counted from 1
    void stepStarted(int number, int of, DemoStep demoStep);

    void stepEnded(int number, int of, StepResult stepResult);

    @Override
    default void close() {}

    /// For programs, which read only the final result.
    static DemoListener none() {
        return new DemoListener() {
            @Override
            public void stepStarted(int number, int of, DemoStep demoStep) {}

            @Override
            public void stepEnded(int number, int of, StepResult stepResult) {}
        };
    }

    /// Prints a line for each step when it ends.
    static DemoListener lines(PrintStream out, DemoText demoText) {
        return new DemoListener() {
            @Override
            public void stepStarted(int number, int of, DemoStep demoStep) {}

            @Override
            public void stepEnded(int number, int of, StepResult stepResult) {
                out.print(demoText.stepEnded(number, of, stepResult));
                out.flush();
            }
        };
    }
}
