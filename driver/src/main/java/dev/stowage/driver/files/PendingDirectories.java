package dev.stowage.driver.files;

import dev.stowage.sdk.CsiException;
import java.util.Optional;

/// The directories that a walk has found in those it is in, and not entered yet. What is found in an inner one lies
/// behind what is found in the outer ones, and is gone before the walk returns to them.
final class PendingDirectories implements AutoCloseable {

    private final WalkLimits limits;
    private final TextStack names = new TextStack();

    PendingDirectories(WalkLimits limits) {
        this.limits = limits;
    }

    /// Those of one directory, in the order in which they were found.
    final class Level {
        private final String path;
        private final long begin = names.end();
        private long next = begin;

        private Level(String path) {
            this.path = path;
        }

        void add(String name) throws CsiException {
            if (names.end() + TextStack.length(name) > limits.pathBytes()) {
                throw ArchiveRefusal.directoryNamesTooLong(limits.pathBytes(), path);
            }
            long ignored = names.add(name);
        }

        /// Called when the level of the one before was removed.
        Optional<String> next() {
            if (next >= names.end()) {
                return Optional.empty();
            }
            String name = names.get(next);
            next += TextStack.length(name);
            return Optional.of(name);
        }

        void remove() {
            names.truncate(begin);
        }
    }

    /// @param path of the directory
    Level level(String path) {
        return new Level(path);
    }

    @Override
    public void close() {
        names.close();
    }
}
