package dev.stowage.http.stream;

import dev.stowage.http.server.HttpException;
import dev.stowage.http.server.RequestHead;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;

/// How streams share a WebSocket: the first byte of each message says to which it belongs. The newer of the two can
/// tell
/// that a stream has ended.
public enum ChannelProtocol {
    V5("v5.channel.k8s.io"),
    V4("v4.channel.k8s.io");

    public static final int STDIN = 0;
    public static final int STDOUT = 1;
    public static final int STDERR = 2;
    public static final int ERROR = 3;
    public static final int RESIZE = 4;
    public static final int CLOSE = 255;

    /// Every WebSocket server mixes this into its answer, which shows that it is one.
    private static final String SALT = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

    private final String word;

    ChannelProtocol(String word) {
        this.word = word;
    }

    public String subprotocol() {
        return word;
    }

    private static List<String> offered(RequestHead head) {
        return List.of(head.header("sec-websocket-protocol").split("\\s*,\\s*"));
    }

    public boolean isOnlyChoice(RequestHead head) {
        return offered(head).equals(List.of(word));
    }

    public static ChannelProtocol choose(RequestHead head) throws HttpException {
        List<String> offered = offered(head);
        for (ChannelProtocol channelProtocol : values()) {
            if (offered.contains(channelProtocol.word)) {
                return channelProtocol;
            }
        }
        throw new HttpException(
                400,
                "unable to upgrade connection: the node speaks " + V5.word + " and " + V4.word + ", and was offered "
                        + offered);
    }

    /// The answer that turns the connection into a WebSocket.
    public String upgradeResponse(RequestHead head) {
        return "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: "
                + acceptKey(head.header("sec-websocket-key")) + "\r\nSec-WebSocket-Protocol: " + word + "\r\n\r\n";
    }

    static String acceptKey(String key) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-1");
            return Base64.getEncoder().encodeToString(digest.digest((key + SALT).getBytes(StandardCharsets.US_ASCII)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-1.", e);
        }
    }
}
