package dev.stowage.driver.files;

import dev.stowage.driver.blocks.FileBlocks;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Stat;
import dev.stowage.linux.file.NodeAttributes;
import dev.stowage.linux.file.TreeNode;
import dev.stowage.sdk.BlockRange;
import dev.stowage.sdk.CsiException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.stream.Stream;

/// What a record says of one name after another of a directory.
///
/// It depends on the content of both trees alone, and not on inode numbers: the receiver comes to the same result.
/// A file that was a file is changed in place, which is right because what had several names before, and has not
/// any more, is a link in the base and replaced. What follows a file that is replaced is linked again.
final class EntryComparison {

    private final TreePair trees;
    private final String path;
    private final Descriptor directory;
    private final Optional<Descriptor> base;
    private boolean isDirectory;

    EntryComparison(TreePair trees, String path, Descriptor directory, Optional<Descriptor> base) {
        this.trees = trees;
        this.path = path;
        this.directory = directory;
        this.base = base;
    }

    /// Of the last name.
    boolean isDirectory() {
        return isDirectory;
    }

    /// Nothing when the name is as it was.
    Optional<ArchiveEntry> entry(String name) throws CsiException, IOException {
        isDirectory = false;
        try (TreeNode now = TreeNode.find(directory, name).orElse(null);
                TreeNode before =
                        base.isPresent() ? TreeNode.find(base.get(), name).orElse(null) : null) {
            boolean wasDirectory = before != null && before.stat().isDirectory();
            if (now == null) {
                return Optional.of(new ArchiveEntry.Removed(name));
            }
            isDirectory = now.stat().isDirectory();
            if (isDirectory) {
                return wasDirectory ? Optional.empty() : Optional.of(new ArchiveEntry.Directory(name));
            }
            // Also of one that has not changed: it may be the first of its names.
            String first = trees.links().first(now.stat(), path, ArchiveRecord.path(path, name));
            if (before == null || wasDirectory) {
                return Optional.of(replacing(describe(name, now, first), now.stat()));
            }
            boolean hasOneName = now.stat().links() == 1 && before.stat().links() == 1;
            return hasOneName && !trees.changed().mayDiffer(before.stat(), now.stat())
                    ? Optional.empty()
                    : compared(describe(name, now, first), now, before);
        }
    }

    private ArchiveEntry describe(String name, TreeNode node, String first) throws CsiException, IOException {
        Stat stat = node.stat();
        if (!first.equals(ArchiveRecord.path(path, name))) {
            return new ArchiveEntry.HardLink(name, first);
        }
        NodeAttributes attributes = KeptAttributes.of(node, path);
        if (stat.isRegularFile()) {
            return new ArchiveEntry.NewFile(name, attributes, stat.size());
        }
        return stat.isSymbolicLink()
                ? new ArchiveEntry.SymbolicLink(name, attributes, node.target())
                : new ArchiveEntry.SpecialFile(name, attributes, stat.mode(), stat.nodeMajor(), stat.nodeMinor());
    }

    private ArchiveEntry replacing(ArchiveEntry entry, Stat stat) {
        if (!(entry instanceof ArchiveEntry.HardLink) && stat.links() > 1) {
            trees.links().replace(stat);
        }
        return entry;
    }

    private Optional<ArchiveEntry> compared(ArchiveEntry wanted, TreeNode now, TreeNode before)
            throws CsiException, IOException {
        String name = wanted.name();
        String own = ArchiveRecord.path(path, name);
        String first = before.stat().links() > 1 ? trees.baseLinks().first(before.stat(), path, own) : own;
        ArchiveEntry there = describe(name, before, first);
        if (wanted instanceof ArchiveEntry.HardLink) {
            return wanted.equals(there) && !trees.links().isReplaced(now.stat())
                    ? Optional.empty()
                    : Optional.of(wanted);
        }
        if (wanted instanceof ArchiveEntry.NewFile file && there instanceof ArchiveEntry.NewFile old) {
            return file.equals(old) && !differs(before, now)
                    ? Optional.empty()
                    : Optional.of(new ArchiveEntry.ChangedFile(name, file.attributes(), file.size()));
        }
        return wanted.equals(there) ? Optional.empty() : Optional.of(replacing(wanted, now.stat()));
    }

    private static boolean differs(TreeNode before, TreeNode now) throws CsiException, IOException {
        try (Descriptor old = before.openForReading();
                Descriptor file = now.openForReading();
                Stream<BlockRange> blocks = FileBlocks.changed(old, file, 0).ranges()) {
            return blocks.findFirst().isPresent();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
