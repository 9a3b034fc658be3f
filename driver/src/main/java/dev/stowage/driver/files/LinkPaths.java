package dev.stowage.driver.files;

import dev.stowage.linux.Stat;
import dev.stowage.sdk.CsiException;

/// The first path of each file with several names, in the order of a walk, and whether that file takes the place of
/// another one.
final class LinkPaths implements AutoCloseable {

    private static final long REPLACED = 1;

    private final WalkLimits limits;
    private final TextStack paths = new TextStack();

    /// Where the path begins, plus one, times two; and the mark.
    private final InodeTable files = new InodeTable();

    LinkPaths(WalkLimits limits) {
        this.limits = limits;
    }

    /// @param directory of the path
    /// @return the path itself when it is the first
    String first(Stat file, String directory, String path) throws CsiException {
        if (file.links() <= 1) {
            return path;
        }
        long known = files.get(file);
        if (known != 0) {
            return paths.get(known / 2 - 1);
        }
        if (files.count() >= limits.links()) {
            throw ArchiveRefusal.tooManyLinks(limits.links(), directory);
        }
        if (paths.end() + TextStack.length(path) > limits.pathBytes()) {
            throw ArchiveRefusal.linkPathsTooLong(limits.pathBytes(), directory);
        }
        files.put(file, 2 * (paths.add(path) + 1));
        return path;
    }

    /// Remembers that a file becomes another one under its first name: its further names must follow.
    ///
    /// @param file one that has a first path
    void replace(Stat file) {
        files.put(file, files.get(file) | REPLACED);
    }

    boolean isReplaced(Stat file) {
        return (files.get(file) & REPLACED) != 0;
    }

    @Override
    public void close() {
        paths.close();
        files.close();
    }
}
