package dev.stowage.apiserver.registry.generic;

/// The body of a request. The bytes are not modified.
public final class RequestBody {
    private final byte[] bytes;
    private final String mediaType;

    /// @param mediaType in lower case, without parameters; empty if the client did not send it
    public RequestBody(byte[] bytes, String mediaType) {
        this.bytes = bytes;
        this.mediaType = mediaType;
    }

    public byte[] bytes() {
        return bytes;
    }

    public String mediaType() {
        return mediaType;
    }

    public boolean isEmpty() {
        return bytes.length == 0;
    }
}
