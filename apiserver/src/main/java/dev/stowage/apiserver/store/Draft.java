package dev.stowage.apiserver.store;

import java.nio.charset.StandardCharsets;

/// The next state of an object: JSON with a hole where its resourceVersion goes, which is known only when the write is
/// put in order with all others. Nobody changes the bytes.
public final class Draft {
    private final byte[] json;
    private final int hole;

    /// @param hole where the digits go
    public Draft(byte[] json, int hole) {
        this.json = json;
        this.hole = hole;
    }

    byte[] at(long revision) {
        byte[] digits = Long.toString(revision).getBytes(StandardCharsets.US_ASCII);
        byte[] whole = new byte[json.length + digits.length];
        System.arraycopy(json, 0, whole, 0, hole);
        System.arraycopy(digits, 0, whole, hole, digits.length);
        System.arraycopy(json, hole, whole, hole + digits.length, json.length - hole);
        return whole;
    }
}
