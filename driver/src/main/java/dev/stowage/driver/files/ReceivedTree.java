package dev.stowage.driver.files;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.file.NodeAttributes;
import dev.stowage.linux.file.TreeEdits;
import dev.stowage.linux.file.TreeNode;
import dev.stowage.sdk.CsiException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.List;

/// Does to a tree what records say, and to nothing else: every directory is opened beneath the one before, through no
/// link and no mount point. A record may be repeated.
final class ReceivedTree {

    private final Descriptor root;

    /// @param root open for reading
    ReceivedTree(Descriptor root) {
        this.root = root;
    }

    /// The entries are there afterwards, and not settled.
    void apply(ArchiveRecord record) throws CsiException, IOException {
        try (Descriptor directory = open(ArchiveRecord.components(record.path()))) {
            for (ArchiveEntry entry : record.entries()) {
                apply(directory, entry);
            }
        } catch (IOException e) {
            throw FileSystemLimits.refusedIfBeyond(e);
        }
    }

    private void apply(Descriptor directory, ArchiveEntry entry) throws CsiException, IOException {
        String name = entry.name();
        switch (entry) {
            case ArchiveEntry.Directory _ -> makeDirectory(directory, name);
            case ArchiveEntry.Removed _ -> TreeEdits.remove(directory, name);
            case ArchiveEntry.NewFile file -> {
                TreeEdits.remove(directory, name);
                try (Descriptor made = TreeEdits.createFile(directory, name)) {
                    setLength(made, file.size());
                }
            }
            case ArchiveEntry.ChangedFile file -> {
                try (Descriptor there = openFile(directory, name)) {
                    setLength(there, file.size());
                }
            }
            case ArchiveEntry.HardLink link -> link(directory, link);
            case ArchiveEntry.SymbolicLink link -> {
                TreeEdits.remove(directory, name);
                TreeEdits.symbolicLink(directory, name, link.target());
            }
            case ArchiveEntry.SpecialFile node -> {
                TreeEdits.remove(directory, name);
                TreeEdits.makeNode(directory, name, node.mode(), node.major(), node.minor());
            }
        }
    }

    private static void makeDirectory(Descriptor directory, String name) throws IOException {
        try (TreeNode there = TreeNode.find(directory, name).orElse(null)) {
            if (there != null && there.stat().isDirectory()) {
                return; // made by an interrupted call
            }
        }
        TreeEdits.remove(directory, name);
        TreeEdits.makeDirectory(directory, name);
    }

    private void link(Descriptor directory, ArchiveEntry.HardLink link) throws CsiException, IOException {
        List<String> original = ArchiveRecord.components(link.original());
        try (Descriptor from = open(original.subList(0, original.size() - 1));
                TreeNode first = TreeNode.find(from, original.getLast()).orElse(null);
                TreeNode there = TreeNode.find(directory, link.name()).orElse(null)) {
            if (first == null || first.stat().isDirectory()) {
                throw invalid("a link has no original");
            }
            if (there == null || !there.stat().isSameFileAs(first.stat())) {
                TreeEdits.remove(directory, link.name());
                TreeEdits.link(from, original.getLast(), directory, link.name());
            }
        }
    }

    /// Gives the directory and its entries what else they have, last: a write takes capabilities away, and an entry
    /// that is created changes the time of its directory.
    void settle(ArchiveRecord record) throws CsiException, IOException {
        try (Descriptor directory = open(ArchiveRecord.components(record.path()))) {
            for (ArchiveEntry entry : record.entries()) {
                settle(directory, entry);
            }
            try (TreeNode self = TreeNode.self(directory)) {
                self.settle(record.attributes());
            }
        } catch (IOException e) {
            throw FileSystemLimits.refusedIfBeyond(e);
        }
    }

    private static void settle(Descriptor directory, ArchiveEntry entry) throws IOException {
        switch (entry) {
            case ArchiveEntry.NewFile file -> settle(directory, file.name(), file.attributes());
            case ArchiveEntry.ChangedFile file -> settle(directory, file.name(), file.attributes());
            case ArchiveEntry.SymbolicLink link -> settle(directory, link.name(), link.attributes());
            case ArchiveEntry.SpecialFile node -> settle(directory, node.name(), node.attributes());
            case ArchiveEntry.Directory _, ArchiveEntry.HardLink _, ArchiveEntry.Removed _ -> {}
        }
    }

    private static void settle(Descriptor directory, String name, NodeAttributes attributes) throws IOException {
        try (TreeNode node = TreeNode.require(directory, name)) {
            node.settle(attributes);
        }
    }

    /// A file of a record that was applied, open for writing.
    Descriptor openFile(String path, String name) throws CsiException, IOException {
        try (Descriptor directory = open(ArchiveRecord.components(path))) {
            return openFile(directory, name);
        }
    }

    private static Descriptor openFile(Descriptor directory, String name) throws CsiException, IOException {
        try (TreeNode node = TreeNode.find(directory, name).orElse(null)) {
            if (node == null || !node.stat().isRegularFile()) {
                throw invalid("a file that changes is not there");
            }
            return node.openForWriting();
        }
    }

    private static void setLength(Descriptor file, long length) throws IOException {
        try (RandomAccessFile opened = new RandomAccessFile(file.path().toFile(), "rw")) {
            opened.setLength(length);
        }
    }

    private Descriptor open(List<String> components) throws CsiException, IOException {
        Descriptor at = TreeEdits.openDirectory(root, ".");
        for (String component : components) {
            try (Descriptor parent = at) {
                at = TreeEdits.openDirectory(parent, component);
            } catch (LinuxException e) {
                if (e.errno() == Errno.ENOENT || e.errno() == Errno.ENOTDIR || e.errno() == Errno.ELOOP) {
                    throw invalid("a path leads to no directory");
                }
                throw e;
            }
        }
        return at;
    }

    private static CsiException invalid(String what) {
        return CsiException.failedPrecondition("the archive of files does not fit the copy: " + what);
    }
}
