package dev.stowage.http.message;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The status line and the headers of a response.
///
/// @param http11 whether the server speaks HTTP/1.1, not 1.0
/// @param headers in the order of the response, with the names as they were sent
public record ResponseHead(int status, boolean http11, List<Map.Entry<String, String>> headers) {
    private static final int MAX_BYTES = 64 << 10;

    public ResponseHead {
        headers = List.copyOf(headers);
    }

    public static ResponseHead read(InputStream in) throws IOException {
        LineReader lines = new LineReader(in, MAX_BYTES);
        String first = lines.next();
        int status = status(first);
        List<Map.Entry<String, String>> headers = new ArrayList<>();
        for (String line = lines.next(); !line.isEmpty(); line = lines.next()) {
            int colon = line.indexOf(':');
            if (colon <= 0) {
                throw new IOException("malformed HTTP response: header without a name");
            }
            headers.add(Map.entry(
                    line.substring(0, colon).strip(), line.substring(colon + 1).strip()));
        }
        return new ResponseHead(status, first.startsWith("HTTP/1.1"), headers);
    }

    private static int status(String line) throws IOException {
        if (line.startsWith("HTTP/1.") && line.length() >= 12) {
            String code = line.substring(9, 12);
            if (code.matches("[1-5][0-9][0-9]")) {
                return Integer.parseInt(code);
            }
        }
        throw new IOException("malformed HTTP response: not an HTTP/1.1 status line");
    }

    /// The first value of a header.
    public Optional<String> header(String name) {
        for (Map.Entry<String, String> header : headers) {
            if (header.getKey().equalsIgnoreCase(name)) {
                return Optional.of(header.getValue());
            }
        }
        return Optional.empty();
    }

    boolean isChunked() {
        return header("Transfer-Encoding")
                .filter(value -> value.equalsIgnoreCase("chunked"))
                .isPresent();
    }

    /// Negative when the response does not state its length.
    long contentLength() throws IOException {
        Optional<String> length = header("Content-Length");
        if (length.isEmpty()) {
            return -1;
        }
        if (!length.get().matches("[0-9]{1,18}")) {
            throw new IOException("malformed HTTP response: invalid Content-Length \"" + length.get() + "\"");
        }
        return Long.parseLong(length.get());
    }

    boolean hasBody() {
        return status >= 200 && status != 204 && status != 304;
    }

    /// Whether the connection can be used again after this response.
    public boolean keepsAlive() {
        return http11
                && header("Connection")
                        .filter(value -> value.equalsIgnoreCase("close"))
                        .isEmpty();
    }
}
