package dev.stowage.apiserver.json;

/// A document that clients cache and request again. The bytes are not modified.
public final class CachedDocument {
    private final byte[] bytes;
    private final String tag;

    /// @param tag the ETag, which changes when the document does; with quotes, as in the header
    public CachedDocument(byte[] bytes, String tag) {
        this.bytes = bytes;
        this.tag = tag;
    }

    public byte[] bytes() {
        return bytes;
    }

    public String tag() {
        return tag;
    }
}
