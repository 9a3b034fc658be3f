package dev.stowage.driver.files;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.file.TreeEdits;
import dev.stowage.sdk.CsiException;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A tree, and the one that it is compared with, if there is one. Owns both. Not thread-safe.
final class TreePair implements AutoCloseable {

    private final Descriptor tree;
    private final Optional<Descriptor> base;
    private final ChangedFiles changed;
    private final WalkLimits limits;
    private final LinkPaths links;
    private final PendingDirectories pending;
    private @Nullable LinkPaths baseLinks;

    TreePair(Descriptor tree, Optional<Descriptor> base, ChangedFiles changed, WalkLimits limits) {
        this.tree = tree;
        this.base = base;
        this.changed = changed;
        this.limits = limits;
        this.links = new LinkPaths(limits);
        this.pending = new PendingDirectories(limits);
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

    WalkLimits limits() {
        return limits;
    }

    LinkPaths links() {
        return links;
    }

    PendingDirectories pending() {
        return pending;
    }

    /// Those of the base cost a walk, which most volumes do not need.
    LinkPaths baseLinks() throws CsiException, IOException {
        LinkPaths known = baseLinks;
        if (known == null) {
            known = LinkWalk.of(base.orElseThrow(), limits);
            baseLinks = known;
        }
        return known;
    }

    @Override
    public void close() {
        tree.close();
        base.ifPresent(Descriptor::close);
        links.close();
        pending.close();
        if (baseLinks != null) {
            baseLinks.close();
        }
    }
}
