package dev.stowage.sdk.record;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stowage.sdk.CsiException;
import java.util.Base64;
import java.util.zip.CRC32;

/// A page token "continue after this key", in a format that distinguishes our tokens from other texts.
final class PageToken {

    private PageToken() {}

    static String encode(String key) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString((checksum(key) + key).getBytes(UTF_8));
    }

    static String decode(String token) throws CsiException {
        try {
            String text = new String(Base64.getUrlDecoder().decode(token), UTF_8);
            String key = text.substring(Math.min(8, text.length()));
            if (text.equals(checksum(key) + key)) {
                return key;
            }
        } catch (IllegalArgumentException e) {
            throw bad();
        }
        throw bad();
    }

    private static CsiException bad() {
        return CsiException.aborted("starting_token was not issued by this driver; restart the list without a token");
    }

    private static String checksum(String key) {
        CRC32 crc = new CRC32();
        crc.update(key.getBytes(UTF_8));
        return "%08x".formatted(crc.getValue());
    }
}
