package dev.stowage.interop.up;

import java.io.IOException;

/// What a program printed, as the reason of a failed check.
final class UpOutput {

    private UpOutput() {}

    /// @param printed what it printed instead of the expected text
    static void require(boolean holds, String printed) throws IOException {
        if (!holds) {
            throw new IOException("it printed: " + printed);
        }
    }
}
