package dev.stowage.http.client;

import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// A request.
///
/// @param authorization empty for a client that authenticates with its certificate
/// @param body empty for none
/// @param timeout how long the server may be silent; zero for no limit
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ClientRequest(
        String method,
        String path,
        String accept,
        String agent,
        String authorization,
        String contentType,
        byte[] body,
        Duration timeout) {

    /// Whether it can be sent twice without harm.
    boolean isSafeMethod() {
        return method.equals("GET");
    }

    /// Head and body in one piece, so that they leave in one packet.
    byte[] bytes(String base, String host) {
        StringBuilder head = new StringBuilder(256);
        head.append(method).append(' ').append(base).append(path).append(" HTTP/1.1\r\n");
        header(head, "Host", host);
        header(head, "Accept", accept);
        header(head, "User-Agent", agent);
        if (!authorization.isEmpty()) {
            header(head, "Authorization", authorization);
        }
        if (!contentType.isEmpty()) {
            header(head, "Content-Type", contentType);
        }
        if (body.length > 0) {
            header(head, "Content-Length", Integer.toString(body.length));
        }
        head.append("\r\n");
        byte[] start = head.toString().getBytes(StandardCharsets.ISO_8859_1);
        byte[] all = new byte[start.length + body.length];
        System.arraycopy(start, 0, all, 0, start.length);
        System.arraycopy(body, 0, all, start.length, body.length);
        return all;
    }

    /// A value from outside, such as a token, must not become a second header.
    private static void header(StringBuilder head, String name, String value) {
        head.append(name).append(": ");
        value.chars().filter(c -> c != '\r' && c != '\n').forEach(c -> head.append((char) c));
        head.append("\r\n");
    }
}
