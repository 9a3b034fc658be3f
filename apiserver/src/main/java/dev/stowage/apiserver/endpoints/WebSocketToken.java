package dev.stowage.apiserver.endpoints;

import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.StatusReason;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The bearer token of a browser, which cannot set the header `Authorization` of a WebSocket and offers the
/// token as a sub-protocol instead.
public final class WebSocketToken {
    private static final String PREFIX = "base64url.bearer.authorization.k8s.io.";

    private WebSocketToken() {}

    private static Stream<String> protocols(String header) {
        return Arrays.stream(header.split(",", -1)).map(String::strip).filter(each -> !each.isEmpty());
    }

    /// The other sub-protocols of a header, which are those that a server may confirm or pass on.
    public static String removedFrom(String header) {
        return protocols(header).filter(each -> !each.startsWith(PREFIX)).collect(Collectors.joining(", "));
    }

    /// The same as the header `Authorization` of other clients.
    ///
    /// @throws ApiException `Unauthorized` when it is not a token, or stands alone: there must be a sub-protocol to
    ///     confirm
    static Optional<String> authorization(RequestExchange exchange) throws ApiException {
        if (!exchange.upgrade().equals("websocket")) {
            return Optional.empty();
        }
        String header = exchange.headers("Sec-WebSocket-Protocol");
        List<String> tokens =
                protocols(header).filter(each -> each.startsWith(PREFIX)).toList();
        if (tokens.isEmpty()) {
            return Optional.empty();
        }
        if (tokens.size() > 1 || removedFrom(header).isEmpty()) {
            throw unauthorized();
        }
        return Optional.of("Bearer " + decoded(tokens.getFirst().substring(PREFIX.length())));
    }

    private static String decoded(String token) throws ApiException {
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(token);
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (IllegalArgumentException | CharacterCodingException _) {
            throw unauthorized();
        }
    }

    private static ApiException unauthorized() {
        return new ApiException(StatusReason.UNAUTHORIZED, "Unauthorized");
    }
}
