package dev.stowage.driver.files;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.file.NodeAttributes;
import dev.stowage.linux.file.TreeEdits;
import dev.stowage.linux.file.TreeNode;
import dev.stowage.sdk.CsiException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/// One directory of a walk, and its counterpart in the base if it was a directory there.
final class DirectoryLevel implements AutoCloseable {

    private final TreePair trees;
    private final String path;
    private final int depth;
    private final Descriptor directory;
    private final Optional<Descriptor> base;
    private final NodeAttributes attributes;
    private final boolean hasOtherAttributes;
    private final Deque<String> names;
    private final Deque<Inner> inner = new ArrayDeque<>();
    private boolean isBegun;

    /// A directory in this one.
    private record Inner(String name, boolean hasBase) {}

    private DirectoryLevel(TreePair trees, String path, int depth, Descriptor directory, Optional<Descriptor> base)
            throws IOException {
        this.trees = trees;
        this.path = path;
        this.depth = depth;
        this.directory = directory;
        this.base = base;
        this.attributes = attributes(directory);
        this.hasOtherAttributes = base.isEmpty() || !attributes(base.get()).equals(attributes);
        SortedSet<String> all = SortedEntries.of(directory);
        if (base.isPresent()) {
            all.addAll(SortedEntries.of(base.get()));
        }
        this.names = new ArrayDeque<>(all);
    }

    /// Owns what is open.
    static DirectoryLevel open(TreePair trees, String path, int depth, Descriptor directory, Optional<Descriptor> base)
            throws CsiException, IOException {
        try {
            if (depth > ArchiveLimits.DEEPEST) {
                throw tooDeep(path);
            }
            return new DirectoryLevel(trees, path, depth, directory, base);
        } catch (CsiException | IOException | RuntimeException e) {
            directory.close();
            base.ifPresent(Descriptor::close);
            throw e;
        }
    }

    static CsiException tooDeep(String path) {
        return CsiException.failedPrecondition(
                "directories are nested more than %d levels deep, which cannot be sent: %s…"
                        .formatted(
                                ArchiveLimits.DEEPEST,
                                path.replaceAll("[^\\x20-\\x7e]", "?").substring(0, 64)));
    }

    private static NodeAttributes attributes(Descriptor directory) throws IOException {
        try (TreeNode self = TreeNode.self(directory)) {
            return self.attributes();
        }
    }

    /// The next entries. A directory that is not in the base has a record also when it is empty.
    Optional<ArchiveRecord> next() throws CsiException, IOException {
        List<ArchiveEntry> entries = new ArrayList<>();
        EntryComparison comparison = new EntryComparison(trees, path, directory, base);
        int length = 0;
        while (!names.isEmpty() && length < ArchiveLimits.FULL_RECORD) {
            String name = names.remove();
            Optional<ArchiveEntry> entry = comparison.entry(name);
            if (entry.isPresent()) {
                entries.add(entry.get());
                length += RecordWriter.length(entry.get());
            }
            if (comparison.isDirectory()) {
                inner.add(new Inner(name, comparison.wasDirectory()));
            }
        }
        boolean isWanted = !entries.isEmpty() || (!isBegun && hasOtherAttributes);
        isBegun = true;
        return isWanted ? Optional.of(new ArchiveRecord(path, attributes, entries)) : Optional.empty();
    }

    boolean hasMore() {
        return !names.isEmpty() || !isBegun;
    }

    Optional<DirectoryLevel> nextInner() throws CsiException, IOException {
        if (inner.isEmpty()) {
            return Optional.empty();
        }
        Inner next = inner.remove();
        Descriptor opened = TreeEdits.openDirectory(directory, next.name());
        Optional<Descriptor> before;
        try {
            before = next.hasBase()
                    ? Optional.of(TreeEdits.openDirectory(base.orElseThrow(), next.name()))
                    : Optional.empty();
        } catch (IOException | RuntimeException e) {
            opened.close();
            throw e;
        }
        return Optional.of(open(trees, ArchiveRecord.path(path, next.name()), depth + 1, opened, before));
    }

    /// A file of a record that this returned, open for reading.
    Descriptor file(String name) throws IOException {
        return file(directory, name);
    }

    /// What the file was.
    Descriptor baseFile(String name) throws IOException {
        return file(base.orElseThrow(), name);
    }

    static Descriptor file(Descriptor directory, String name) throws IOException {
        try (TreeNode node = TreeNode.require(directory, name)) {
            return node.openForReading();
        }
    }

    @Override
    public void close() {
        directory.close();
        base.ifPresent(Descriptor::close);
    }
}
