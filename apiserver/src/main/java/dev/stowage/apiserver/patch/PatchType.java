package dev.stowage.apiserver.patch;

import java.util.Optional;

/// The format of a patch.
public enum PatchType {
    /// RFC 6902: a list of operations.
    JSON("application/json-patch+json"),
    /// RFC 7386: an object that is merged into the other.
    MERGE("application/merge-patch+json"),
    /// An object that is merged into the other, with the list merge rules of built-in types.
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
