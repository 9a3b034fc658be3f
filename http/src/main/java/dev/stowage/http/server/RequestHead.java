package dev.stowage.http.server;

import dev.stowage.http.message.HeadTooLargeException;
import dev.stowage.http.message.LineReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The request line and the headers of a request.
///
/// @param target path and query, as they were sent
/// @param headers by their names in lower case; several of one name are joined by commas
public record RequestHead(String method, String target, boolean keepAlive, Map<String, String> headers) {
    private static final int MAX_BYTES = 64 << 10;
    private static final int MAX_HEADERS = 200;

    /// Empty when the client closed the connection between two requests.
    static Optional<RequestHead> read(InputStream in) throws IOException, HttpException {
        LineReader lines = new LineReader(in, MAX_BYTES);
        String first;
        try {
            first = lines.next();
        } catch (EOFException e) {
            return Optional.empty();
        }
        try {
            return Optional.of(read(first.isEmpty() ? lines.next() : first, lines));
        } catch (HeadTooLargeException e) {
            throw new HttpException(431, "request header larger than " + MAX_BYTES + " bytes");
        }
    }

    private static RequestHead read(String first, LineReader lines) throws IOException, HttpException {
        String[] words = first.split(" ", -1);
        if (words.length != 3 || !words[2].startsWith("HTTP/1.") || !words[1].startsWith("/")) {
            throw new HttpException(400, "not an HTTP/1.1 request");
        }
        Map<String, String> headers = new LinkedHashMap<>();
        int count = 0;
        for (String line = lines.next(); !line.isEmpty(); line = lines.next()) {
            int colon = line.indexOf(':');
            if (colon <= 0 || !isToken(line, colon) || ++count > MAX_HEADERS) {
                throw new HttpException(400, "header without a valid name, or more than " + MAX_HEADERS + " headers");
            }
            headers.merge(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip(),
                    (one, other) -> one + "," + other);
        }
        boolean keeps = words[2].equals("HTTP/1.1")
                && !headers.getOrDefault("connection", "")
                        .toLowerCase(Locale.ROOT)
                        .contains("close");
        return new RequestHead(words[0], words[1], keeps, headers);
    }

    /// A name with a blank would be another header to this server than to one in front of it.
    private static boolean isToken(String line, int end) {
        for (int i = 0; i < end; i++) {
            char c = line.charAt(i);
            if (c <= ' ' || c >= 0x7f || "\"(),/:;<=>?@[\\]{}".indexOf(c) >= 0) {
                return false;
            }
        }
        return true;
    }

    /// Empty when there is no such header.
    public String header(String name) {
        return headers.getOrDefault(name.toLowerCase(Locale.ROOT), "");
    }

    /// The parts of a header that is a list. Without a regular expression: one that skips the blanks around the commas
    /// takes seconds for a header of blanks.
    public List<String> list(String name) {
        return Stream.of(header(name).split(",", -1)).map(String::strip).toList();
    }

    /// The protocol that the client requests, in lower case; empty when it does not request an upgrade.
    public String upgrade() {
        boolean wanted = header("connection").toLowerCase(Locale.ROOT).contains("upgrade");
        return wanted ? header("upgrade").toLowerCase(Locale.ROOT) : "";
    }
}
