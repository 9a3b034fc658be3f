package dev.stowage.apiserver.endpoints;

import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.StatusReason;
import dev.stowage.http.stream.ChannelProtocol;
import java.net.URI;
import java.net.URISyntaxException;

/// The handshake of a client that opens a WebSocket, with the rules and the words of kube-apiserver.
///
/// @param key of the client
/// @param protocol the sub-protocol that it offers; empty for none
record WebSocketRequest(String key, String protocol) {
    private static final String VERSION = "13";

    /// @throws ApiException when the handshake is not one of a WebSocket client
    static WebSocketRequest parse(RequestExchange exchange) throws ApiException {
        if (!exchange.method().equals("GET")) {
            throw ResourceHandler.notAllowed();
        }
        String key = exchange.header("Sec-WebSocket-Key").orElse("");
        if (key.isEmpty()) {
            throw ApiException.badRequest("challenge/response error");
        }
        if (!exchange.header("Sec-WebSocket-Version").orElse("").equals(VERSION)) {
            exchange.put("Sec-WebSocket-Version", VERSION);
            throw ApiException.badRequest("missing or bad WebSocket Version");
        }
        if (!isOrigin(exchange.header("Origin").orElse(""))) {
            throw new ApiException(StatusReason.FORBIDDEN, "null origin");
        }
        String protocol = WebSocketToken.removedFrom(exchange.headers("Sec-WebSocket-Protocol"));
        if (protocol.contains(",")) {
            // All mean the same here, and kube-apiserver does not choose for the client.
            throw ApiException.badRequest("missing or bad WebSocket-Protocol");
        }
        return new WebSocketRequest(key, protocol);
    }

    /// Any origin may watch: the credentials are not those of a browser's cookies. Yet there must be one.
    private static boolean isOrigin(String origin) {
        try {
            return origin.startsWith("/") || new URI(origin).isAbsolute();
        } catch (URISyntaxException _) {
            return false;
        }
    }

    /// The head of the response that switches the protocol.
    void accept(RequestExchange exchange) {
        exchange.response().setStatus(101);
        exchange.put("Upgrade", "websocket");
        exchange.put("Connection", "Upgrade");
        exchange.put("Sec-WebSocket-Accept", ChannelProtocol.acceptKey(key));
        if (!protocol.isEmpty()) {
            exchange.put("Sec-WebSocket-Protocol", protocol);
        }
    }
}
