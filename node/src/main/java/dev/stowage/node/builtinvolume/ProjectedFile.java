package dev.stowage.node.builtinvolume;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A file of a projected volume. Its content may be a secret, so it is never printed.
final class ProjectedFile {
    private final byte[] content;
    private final int mode;
    private final @Nullable Long owner;

    private ProjectedFile(byte[] content, int mode, @Nullable Long owner) {
        this.content = content;
        this.mode = mode;
        this.owner = owner;
    }

    static ProjectedFile of(byte[] content, int mode) {
        return new ProjectedFile(content, mode, null);
    }

    static ProjectedFile of(String content, int mode) {
        return of(content.getBytes(StandardCharsets.UTF_8), mode);
    }

    /// @param user its owner; null for the user of this process
    ProjectedFile ownedBy(@Nullable Long user) {
        return new ProjectedFile(content, mode, user);
    }

    byte[] content() {
        return content.clone();
    }

    boolean holds(byte[] other) {
        return Arrays.equals(content, other);
    }

    int mode() {
        return mode;
    }

    @Nullable
    Long owner() {
        return owner;
    }
}
