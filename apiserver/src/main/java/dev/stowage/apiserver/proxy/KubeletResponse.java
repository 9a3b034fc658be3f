package dev.stowage.apiserver.proxy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a kubelet answered.
///
/// @param body to its end, however that is marked
record KubeletResponse(int status, List<Map.Entry<String, String>> headers, InputStream body) {
    private static final int MOST_HEAD = 64 * 1024;

    KubeletResponse {
        headers = List.copyOf(headers);
    }

    /// The first value of a header.
    Optional<String> header(String name) {
        return headers.stream()
                .filter(header -> header.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    static KubeletResponse read(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream(1024);
        String first = line(in, head);
        String[] words = first.split(" ", 3);
        if (words.length < 2 || !words[0].startsWith("HTTP/1.") || !words[1].matches("[1-5][0-9][0-9]")) {
            throw new IOException("not an answer in HTTP");
        }
        List<Map.Entry<String, String>> headers = new ArrayList<>();
        for (String line = line(in, head); !line.isEmpty(); line = line(in, head)) {
            int colon = line.indexOf(':');
            if (colon <= 0) {
                throw new IOException("a header without a name");
            }
            headers.add(Map.entry(
                    line.substring(0, colon).strip(), line.substring(colon + 1).strip()));
        }
        int status = Integer.parseInt(words[1]);
        if (status == 100) {
            return read(in); // an encouragement, not the answer
        }
        return new KubeletResponse(status, headers, body(status, headers, in));
    }

    private static InputStream body(int status, List<Map.Entry<String, String>> headers, InputStream in)
            throws IOException {
        if (status < 200 || status == 204 || status == 304) {
            return InputStream.nullInputStream();
        }
        for (Map.Entry<String, String> header : headers) {
            if (header.getKey().equalsIgnoreCase("Transfer-Encoding")) {
                return new ChunkedInput(in);
            }
        }
        for (Map.Entry<String, String> header : headers) {
            if (header.getKey().equalsIgnoreCase("Content-Length")) {
                try {
                    return new FixedLengthInput(in, Long.parseLong(header.getValue()));
                } catch (NumberFormatException e) {
                    throw new IOException("a length that is no number", e);
                }
            }
        }
        return in;
    }

    /// @param head all that was read so far, to bound it
    static String line(InputStream in, ByteArrayOutputStream head) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream(64);
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new IOException("the connection ended within the answer");
            }
            if (head.size() > MOST_HEAD) {
                throw new IOException("the head of the answer is too long");
            }
            head.write(c);
            if (c != '\r') {
                line.write(c);
            }
        }
        return line.toString(StandardCharsets.ISO_8859_1);
    }
}
