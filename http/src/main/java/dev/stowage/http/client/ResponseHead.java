package dev.stowage.http.client;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The first lines of an answer.
///
/// @param length of the body; negative when the server did not say
/// @param keeps whether the connection can be used again
record ResponseHead(
        int status,
        long length,
        boolean chunked,
        boolean keeps,
        @Nullable Duration retryAfter) {
    private static final int LONGEST = 64 << 10;

    static ResponseHead read(InputStream in) throws IOException {
        CrlfReader crlfReader = new CrlfReader(in, LONGEST);
        String first = crlfReader.next();
        if (!first.startsWith("HTTP/1.") || first.length() < 12) {
            throw new IOException("the server does not speak HTTP/1.1");
        }
        int status;
        try {
            status = Integer.parseInt(first, 9, 12, 10);
        } catch (NumberFormatException e) {
            throw new IOException("the server does not speak HTTP/1.1", e);
        }
        long length = -1;
        boolean chunked = false;
        boolean keeps = first.startsWith("HTTP/1.1");
        Duration retryAfter = null;
        for (String line = crlfReader.next(); !line.isEmpty(); line = crlfReader.next()) {
            int colon = line.indexOf(':');
            if (colon < 0) {
                continue;
            }
            String value = line.substring(colon + 1).strip();
            switch (line.substring(0, colon).toLowerCase(Locale.ROOT)) {
                case "content-length" -> length = number(value);
                case "transfer-encoding" -> chunked = value.equalsIgnoreCase("chunked");
                case "connection" -> keeps = keeps && !value.equalsIgnoreCase("close");
                case "retry-after" ->
                    retryAfter = value.matches("[0-9]{1,5}") ? Duration.ofSeconds(Long.parseLong(value)) : null;
                default -> {
                    // Of no interest here.
                }
            }
        }
        return new ResponseHead(status, length, chunked, keeps, retryAfter);
    }

    private static long number(String text) throws IOException {
        if (!text.matches("[0-9]{1,18}")) {
            throw new IOException("the server says that its answer is " + text + " bytes long");
        }
        return Long.parseLong(text);
    }

    boolean hasBody() {
        return status != 204 && status != 304;
    }
}
