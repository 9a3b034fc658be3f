package dev.stowage.interop.process;

import java.io.IOException;
import java.util.List;

/// A program that ran to its end.
///
/// @param out what it wrote to standard output
/// @param err what it wrote to standard error
public record ProcessResult(List<String> argv, int exit, String out, String err) {

    public boolean succeeded() {
        return exit == 0;
    }

    /// The standard output of a successful run; a failure becomes an exception with the program and its output.
    public String orThrow() throws IOException {
        if (!succeeded()) {
            throw new IOException("\"%s\" failed with exit status %d: %s"
                    .formatted(String.join(" ", argv), exit, (err.isBlank() ? out : err).strip()));
        }
        return out;
    }
}
