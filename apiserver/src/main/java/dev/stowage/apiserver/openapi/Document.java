package dev.stowage.apiserver.openapi;

/// A document in JSON. Nobody changes the bytes.
public final class Document {
    private final byte[] json;
    private final String tag;

    Document(byte[] json, String tag) {
        this.json = json;
        this.tag = tag;
    }

    public byte[] json() {
        return json;
    }

    /// Changes when the document does; with its quotes, as a header has it.
    public String tag() {
        return tag;
    }
}
