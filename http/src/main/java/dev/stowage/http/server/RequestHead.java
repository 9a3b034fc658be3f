package dev.stowage.http.server;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The first lines of a request.
///
/// @param target path and query, as they were sent
/// @param headers by their names in small letters; several of one name are joined by commas
public record RequestHead(String method, String target, boolean keepAlive, Map<String, String> headers) {
    private static final int MOST_BYTES = 64 << 10;
    private static final int MOST_HEADERS = 200;

    /// Empty when the other side hung up between two requests.
    static Optional<RequestHead> read(InputStream in) throws IOException, HttpException {
        var lineReader = new LineReader(in);
        String first = lineReader.next();
        if (first.isEmpty()) {
            if (lineReader.ended) {
                return Optional.empty();
            }
            first = lineReader.next();
        }
        String[] words = first.split(" ", -1);
        if (words.length != 3 || !words[2].startsWith("HTTP/1.") || !words[1].startsWith("/")) {
            throw new HttpException(400, "this is not a request in HTTP/1.1");
        }
        Map<String, String> headers = new LinkedHashMap<>();
        int count = 0;
        for (String line = lineReader.next(); !line.isEmpty(); line = lineReader.next()) {
            int colon = line.indexOf(':');
            if (colon <= 0 || ++count > MOST_HEADERS) {
                throw new HttpException(400, "a header has no name, or there are more than " + MOST_HEADERS);
            }
            headers.merge(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip(),
                    (one, other) -> one + "," + other);
        }
        if (lineReader.ended) {
            throw new EOFException("the connection ended within a request");
        }
        boolean keeps = words[2].equals("HTTP/1.1")
                && !headers.getOrDefault("connection", "")
                        .toLowerCase(Locale.ROOT)
                        .contains("close");
        return Optional.of(new RequestHead(words[0], words[1], keeps, headers));
    }

    /// Empty when there is no such header.
    public String header(String name) {
        return headers.getOrDefault(name.toLowerCase(Locale.ROOT), "");
    }

    /// What the connection shall become, in small letters; empty when it shall stay what it is.
    public String upgrade() {
        boolean wanted = header("connection").toLowerCase(Locale.ROOT).contains("upgrade");
        return wanted ? header("upgrade").toLowerCase(Locale.ROOT) : "";
    }

    /// Lines with one limit over all of them.
    private static final class LineReader {
        private final InputStream in;
        private int read;
        private boolean ended;

        LineReader(InputStream in) {
            this.in = in;
        }

        String next() throws IOException, HttpException {
            StringBuilder line = new StringBuilder(80);
            for (int c = in.read(); c != '\n'; c = in.read()) {
                if (c < 0) {
                    ended = true;
                    return "";
                }
                if (++read > MOST_BYTES) {
                    throw new HttpException(431, "the head of a request may have " + MOST_BYTES + " bytes");
                }
                line.append((char) c);
            }
            int end = line.length();
            return end > 0 && line.charAt(end - 1) == '\r' ? line.substring(0, end - 1) : line.toString();
        }
    }
}
