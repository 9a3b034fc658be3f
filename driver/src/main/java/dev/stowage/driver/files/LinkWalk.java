package dev.stowage.driver.files;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.file.TreeEdits;
import dev.stowage.linux.file.TreeNode;
import dev.stowage.sdk.CsiException;
import java.io.IOException;
import java.util.Optional;

/// Finds the first paths of the files in a tree, in the order of its archive.
final class LinkWalk {

    private final WalkLimits limits;
    private final LinkPaths links;
    private final PendingDirectories pending;

    private LinkWalk(WalkLimits limits, LinkPaths links, PendingDirectories pending) {
        this.limits = limits;
        this.links = links;
        this.pending = pending;
    }

    /// @param root open for reading
    static LinkPaths of(Descriptor root, WalkLimits limits) throws CsiException, IOException {
        LinkPaths links = new LinkPaths(limits);
        try (Descriptor again = TreeEdits.openDirectory(root, ".");
                PendingDirectories pending = new PendingDirectories(limits)) {
            new LinkWalk(limits, links, pending).directory(again, "", 0);
            return links;
        } catch (CsiException | IOException | RuntimeException e) {
            links.close();
            throw e;
        }
    }

    private void directory(Descriptor directory, String path, int depth) throws CsiException, IOException {
        if (depth > ArchiveLimits.DEEPEST) {
            throw ArchiveRefusal.tooDeep(path);
        }
        PendingDirectories.Level inner = pending.level(path);
        SortedEntries names = new SortedEntries(directory, path, limits);
        while (names.hasNext()) {
            String name = names.next();
            try (TreeNode node = TreeNode.require(directory, name)) {
                if (node.stat().isDirectory()) {
                    inner.add(name);
                } else {
                    String ignored = links.first(node.stat(), path, ArchiveRecord.path(path, name));
                }
            }
        }
        for (Optional<String> name = inner.next(); name.isPresent(); name = inner.next()) {
            try (Descriptor opened = TreeEdits.openDirectory(directory, name.get())) {
                directory(opened, ArchiveRecord.path(path, name.get()), depth + 1);
            }
        }
        inner.remove();
    }
}
