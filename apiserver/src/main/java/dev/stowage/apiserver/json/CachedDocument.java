package dev.stowage.apiserver.json;

/// A document that clients cache and request again. The bytes are not modified.
public final class CachedDocument {
    private final byte[] json;
    private final String tag;

    /// @param tag the ETag, which changes when the document does; with quotes, as in the header
    public CachedDocument(byte[] json, String tag) {
        this.json = json;
        this.tag = tag;
    }

    public byte[] json() {
        return json;
    }

    public String tag() {
        return tag;
    }
}
