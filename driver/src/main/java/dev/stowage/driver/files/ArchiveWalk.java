package dev.stowage.driver.files;

import dev.stowage.sdk.CsiException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/// The records of an archive, one after another. What is open is bounded by the depth of the tree.
final class ArchiveWalk implements AutoCloseable {

    private final TreePair trees;
    private final Deque<DirectoryLevel> levels = new ArrayDeque<>();

    ArchiveWalk(TreePair trees) throws CsiException, IOException {
        this.trees = trees;
        levels.push(trees.root());
    }

    /// @param level where its files are, until the next part
    record Part(ArchiveRecord record, DirectoryLevel level) {}

    Optional<Part> next() throws CsiException, IOException {
        while (!levels.isEmpty()) {
            DirectoryLevel level = levels.peek();
            while (level.hasMore()) {
                Optional<ArchiveRecord> record = level.next();
                if (record.isPresent()) {
                    return Optional.of(new Part(record.get(), level));
                }
            }
            Optional<DirectoryLevel> inner = level.nextInner();
            if (inner.isPresent()) {
                levels.push(inner.get());
            } else {
                levels.pop().close();
            }
        }
        return Optional.empty();
    }

    @Override
    public void close() {
        levels.forEach(DirectoryLevel::close);
        trees.close();
    }
}
