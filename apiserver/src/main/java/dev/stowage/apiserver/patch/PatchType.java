package dev.stowage.apiserver.patch;

import java.util.Optional;

/// How a change is written.
public enum PatchType {
    /// RFC 6902: a list of steps.
    JSON("application/json-patch+json"),
    /// RFC 7386: an object to lay over the other.
    MERGE("application/merge-patch+json"),
    /// An object to lay over the other that knows how the lists of built-in types merge.
    STRATEGIC("application/strategic-merge-patch+json");

    private final String mediaType;

    PatchType(String mediaType) {
        this.mediaType = mediaType;
    }

    public String mediaType() {
        return mediaType;
    }

    public static Optional<PatchType> of(String mediaType) {
        for (PatchType kind : values()) {
            if (kind.mediaType.equals(mediaType)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }
}
