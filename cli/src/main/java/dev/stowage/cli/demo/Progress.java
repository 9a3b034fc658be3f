package dev.stowage.cli.demo;

import java.io.PrintStream;

/// Hears how far the demo is.
interface Progress extends AutoCloseable {

    /// @param number counted from 1
    void begins(int number, int of, Step step);

    void ended(int number, int of, Result result);

    @Override
    default void close() {}

    /// For a program that reads the result in the end.
    static Progress none() {
        return new Progress() {
            @Override
            public void begins(int number, int of, Step step) {}

            @Override
            public void ended(int number, int of, Result result) {}
        };
    }

    /// A line for each step, when it is over.
    static Progress lines(PrintStream out, Lines lines) {
        return new Progress() {
            @Override
            public void begins(int number, int of, Step step) {}

            @Override
            public void ended(int number, int of, Result result) {
                out.print(lines.ended(number, of, result));
                out.flush();
            }
        };
    }
}
