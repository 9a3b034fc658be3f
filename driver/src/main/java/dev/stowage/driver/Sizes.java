package dev.stowage.driver;

import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;

/// Sizes in a user's words.
final class Sizes {

    private Sizes() {}

    static Bytes of(String text) throws CsiException {
        try {
            return Bytes.parse(text);
        } catch (IllegalArgumentException e) {
            throw CsiException.invalid("size: " + e.getMessage());
        }
    }
}
