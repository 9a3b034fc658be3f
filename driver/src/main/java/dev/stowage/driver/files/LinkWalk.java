package dev.stowage.driver.files;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.file.TreeEdits;
import dev.stowage.linux.file.TreeNode;
import dev.stowage.sdk.CsiException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Finds the first paths of the files in a tree, in the order of its archive.
final class LinkWalk {

    private final LinkPaths links = new LinkPaths();

    private LinkWalk() {}

    /// @param root open for reading
    static LinkPaths of(Descriptor root) throws CsiException, IOException {
        LinkWalk walk = new LinkWalk();
        try (Descriptor again = TreeEdits.openDirectory(root, ".")) {
            walk.directory(again, "", 0);
        }
        return walk.links;
    }

    private void directory(Descriptor directory, String path, int depth) throws CsiException, IOException {
        if (depth > ArchiveLimits.DEEPEST) {
            throw DirectoryLevel.tooDeep(path);
        }
        List<String> inner = new ArrayList<>();
        for (String name : SortedEntries.of(directory)) {
            try (TreeNode node = TreeNode.require(directory, name)) {
                if (node.stat().isDirectory()) {
                    inner.add(name);
                } else {
                    String ignored = links.first(node.stat(), ArchiveRecord.path(path, name));
                }
            }
        }
        for (String name : inner) {
            try (Descriptor opened = TreeEdits.openDirectory(directory, name)) {
                directory(opened, ArchiveRecord.path(path, name), depth + 1);
            }
        }
    }
}
