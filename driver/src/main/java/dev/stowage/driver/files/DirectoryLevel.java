package dev.stowage.driver.files;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.file.NodeAttributes;
import dev.stowage.linux.file.TreeEdits;
import dev.stowage.linux.file.TreeNode;
import dev.stowage.sdk.CsiException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One directory of a walk, and its counterpart in the base if it was a directory there.
final class DirectoryLevel implements AutoCloseable {

    private final TreePair trees;
    private final String path;
    private final int depth;
    private final Descriptor directory;
    private final Optional<Descriptor> base;
    private final NodeAttributes attributes;
    private final boolean hasOtherAttributes;
    private final PairedEntries names;
    private final PendingDirectories.Level inner;
    private boolean isBegun;

    private DirectoryLevel(TreePair trees, String path, int depth, Descriptor directory, Optional<Descriptor> base)
            throws CsiException, IOException {
        this.trees = trees;
        this.path = path;
        this.depth = depth;
        this.directory = directory;
        this.base = base;
        this.attributes = attributes(directory, path);
        this.hasOtherAttributes =
                base.isEmpty() || !attributes(base.get(), path).equals(attributes);
        this.names = new PairedEntries(
                new SortedEntries(directory, path, trees.limits()),
                base.map(before -> new SortedEntries(before, path, trees.limits())));
        this.inner = trees.pending().level(path);
    }

    /// Owns what is open.
    static DirectoryLevel open(TreePair trees, String path, int depth, Descriptor directory, Optional<Descriptor> base)
            throws CsiException, IOException {
        try {
            if (depth > ArchiveLimits.DEEPEST) {
                throw ArchiveRefusal.tooDeep(path);
            }
            return new DirectoryLevel(trees, path, depth, directory, base);
        } catch (CsiException | IOException | RuntimeException e) {
            directory.close();
            base.ifPresent(Descriptor::close);
            throw e;
        }
    }

    private static NodeAttributes attributes(Descriptor directory, String path) throws CsiException, IOException {
        try (TreeNode self = TreeNode.self(directory)) {
            return KeptAttributes.of(self, path);
        }
    }

    String path() {
        return path;
    }

    /// The next entries. A directory that is not in the base has a record also when it is empty.
    Optional<ArchiveRecord> next() throws CsiException, IOException {
        List<ArchiveEntry> entries = new ArrayList<>();
        EntryComparison comparison = new EntryComparison(trees, path, directory, base);
        int length = 0;
        while (length < ArchiveLimits.FULL_RECORD && names.hasNext()) {
            String name = names.next();
            Optional<ArchiveEntry> entry = comparison.entry(name);
            if (entry.isPresent()) {
                entries.add(entry.get());
                length += RecordWriter.length(entry.get());
            }
            if (comparison.isDirectory()) {
                inner.add(name);
            }
        }
        boolean isWanted = !entries.isEmpty() || (!isBegun && hasOtherAttributes);
        isBegun = true;
        return isWanted ? Optional.of(new ArchiveRecord(path, attributes, entries)) : Optional.empty();
    }

    boolean hasMore() throws CsiException, IOException {
        return !isBegun || names.hasNext();
    }

    Optional<DirectoryLevel> nextInner() throws CsiException, IOException {
        Optional<String> name = inner.next();
        return name.isEmpty() ? Optional.empty() : Optional.of(inner(name.get()));
    }

    private DirectoryLevel inner(String name) throws CsiException, IOException {
        Descriptor opened = TreeEdits.openDirectory(directory, name);
        Optional<Descriptor> before;
        try {
            before = base.isPresent() ? findDirectory(base.get(), name) : Optional.empty();
        } catch (IOException | RuntimeException e) {
            opened.close();
            throw e;
        }
        return open(trees, ArchiveRecord.path(path, name), depth + 1, opened, before);
    }

    private static Optional<Descriptor> findDirectory(Descriptor parent, String name) throws IOException {
        try (TreeNode node = TreeNode.find(parent, name).orElse(null)) {
            return node != null && node.stat().isDirectory()
                    ? Optional.of(TreeEdits.openDirectory(parent, name))
                    : Optional.empty();
        }
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
        inner.remove();
        directory.close();
        base.ifPresent(Descriptor::close);
    }
}
