package dev.stowage.driver.files;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.file.TreeEdits;
import dev.stowage.sdk.CsiException;
import java.io.IOException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A tree, and the one that it is compared with, if there is one. Owns both. Not thread-safe.
final class TreePair implements AutoCloseable {

    private final Descriptor tree;
    private final Optional<Descriptor> base;
    private final ChangedFiles changed;
    private final LinkPaths links = new LinkPaths();
    private final Set<String> replaced = new HashSet<>();
    private @Nullable LinkPaths baseLinks;

    TreePair(Descriptor tree, Optional<Descriptor> base, ChangedFiles changed) {
        this.tree = tree;
        this.base = base;
        this.changed = changed;
    }

    DirectoryLevel root() throws CsiException, IOException {
        Descriptor before = base.isPresent() ? TreeEdits.openDirectory(base.get(), ".") : null;
        try {
            return DirectoryLevel.open(this, "", 0, TreeEdits.openDirectory(tree, "."), Optional.ofNullable(before));
        } catch (CsiException | IOException | RuntimeException e) {
            if (before != null) {
                before.close();
            }
            throw e;
        }
    }

    boolean isDifference() {
        return base.isPresent();
    }

    ChangedFiles changed() {
        return changed;
    }

    LinkPaths links() {
        return links;
    }

    /// Those of the base cost a walk, which most volumes do not need.
    LinkPaths baseLinks() throws CsiException, IOException {
        LinkPaths known = baseLinks;
        if (known == null) {
            known = LinkWalk.of(base.orElseThrow());
            baseLinks = known;
        }
        return known;
    }

    /// Remembers that a file with several names becomes another one: its further names must follow.
    void replace(String path) {
        replaced.add(path);
    }

    boolean isReplaced(String path) {
        return replaced.contains(path);
    }

    @Override
    public void close() {
        tree.close();
        base.ifPresent(Descriptor::close);
    }
}
