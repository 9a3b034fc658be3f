package dev.stowage.apiserver.discovery;

/// A document about all groups. Nobody changes the bytes.
public final class Aggregated {
    private final byte[] json;
    private final String tag;

    Aggregated(byte[] json, String tag) {
        this.json = json;
        this.tag = tag;
    }

    public byte[] json() {
        return json;
    }

    /// Changes when the document does.
    public String tag() {
        return tag;
    }
}
