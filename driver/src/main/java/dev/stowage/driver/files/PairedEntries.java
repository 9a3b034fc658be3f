package dev.stowage.driver.files;

import dev.stowage.sdk.CsiException;
import java.io.IOException;
import java.util.Optional;

/// The names in a directory and in its counterpart in the base, each once, in their order.
final class PairedEntries {

    private final SortedEntries now;
    private final Optional<SortedEntries> before;

    PairedEntries(SortedEntries now, Optional<SortedEntries> before) {
        this.now = now;
        this.before = before;
    }

    boolean hasNext() throws CsiException, IOException {
        return now.hasNext() || (before.isPresent() && before.get().hasNext());
    }

    /// There must be one.
    String next() throws CsiException, IOException {
        if (before.isEmpty() || !before.get().hasNext()) {
            return now.next();
        }
        SortedEntries old = before.get();
        int order = now.hasNext() ? now.peek().compareTo(old.peek()) : 1;
        if (order == 0) {
            String ignored = old.next();
        }
        return order <= 0 ? now.next() : old.next();
    }
}
