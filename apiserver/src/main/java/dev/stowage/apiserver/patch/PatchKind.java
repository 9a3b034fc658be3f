package dev.stowage.apiserver.patch;

import java.util.Optional;

/// How a change is written.
public enum PatchKind {
    /// RFC 6902: a list of steps.
    JSON("application/json-patch+json"),
    /// RFC 7386: an object to lay over the other.
    MERGE("application/merge-patch+json"),
    /// An object to lay over the other that knows how the lists of built-in types merge.
    STRATEGIC("application/strategic-merge-patch+json");

    private final String mediaType;

    PatchKind(String mediaType) {
        this.mediaType = mediaType;
    }

    public String mediaType() {
        return mediaType;
    }

    public static Optional<PatchKind> of(String mediaType) {
        for (PatchKind kind : values()) {
            if (kind.mediaType.equals(mediaType)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }
}
