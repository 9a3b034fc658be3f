package dev.stowage.http.stream;

import dev.stowage.http.server.HttpException;
import dev.stowage.http.server.RequestHead;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;

/// How streams share a WebSocket: the first byte of each message is the number of the stream. Version 5 can
/// also close a stream.
public enum ChannelProtocol {
    V5("v5.channel.k8s.io"),
    V4("v4.channel.k8s.io");

    public static final int STDIN = 0;
    public static final int STDOUT = 1;
    public static final int STDERR = 2;
    public static final int ERROR = 3;
    public static final int RESIZE = 4;
    public static final int CLOSE = 255;

    /// Every WebSocket server adds this to the key in its response, as RFC 6455 requires.
    private static final String SALT = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

    private final String subprotocol;

    ChannelProtocol(String subprotocol) {
        this.subprotocol = subprotocol;
    }

    public String subprotocol() {
        return subprotocol;
    }

    private static List<String> offered(RequestHead head) {
        return head.list("sec-websocket-protocol");
    }

    public boolean isOnlyChoice(RequestHead head) {
        return offered(head).equals(List.of(subprotocol));
    }

    public static ChannelProtocol choose(RequestHead head) throws HttpException {
        List<String> offered = offered(head);
        for (ChannelProtocol protocol : values()) {
            if (offered.contains(protocol.subprotocol)) {
                return protocol;
            }
        }
        throw new HttpException(
                400,
                "unable to upgrade connection: the server supports " + V5.subprotocol + " and " + V4.subprotocol
                        + ", the client offered " + offered);
    }

    /// The response that upgrades the connection to a WebSocket.
    public String upgradeResponse(RequestHead head) {
        return "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: "
                + acceptKey(head.header("sec-websocket-key")) + "\r\nSec-WebSocket-Protocol: " + subprotocol
                + "\r\n\r\n";
    }

    /// The value of `Sec-WebSocket-Accept` for a `Sec-WebSocket-Key`.
    public static String acceptKey(String key) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-1");
            return Base64.getEncoder().encodeToString(digest.digest((key + SALT).getBytes(StandardCharsets.US_ASCII)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-1 is missing in this Java runtime", e);
        }
    }
}
