package dev.stowage.apiserver.endpoints;

import dev.stowage.apiserver.json.CachedDocument;
import dev.stowage.apiserver.openapi.OpenApiDocuments;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Under `/openapi`: the types of the resources. A client that already has a document gets 304 Not Modified.
final class OpenApiEndpoints {
    private static final String JSON = "application/json";
    private static final List<String> VERSION_2 = List.of("openapi", "v2");
    /// The name that responses have, and the older one that clients send.
    private static final List<String> PROTOBUF = List.of(
            "application/com.github.proto-openapi.spec.v2.v1.0+protobuf",
            "application/com.github.proto-openapi.spec.v2@v1.0+protobuf");

    private final OpenApiDocuments documents;

    OpenApiEndpoints(OpenApiDocuments documents) {
        this.documents = documents;
    }

    /// @return false when there is no such page
    boolean answer(RequestExchange exchange, List<String> segments) throws IOException {
        if (segments.equals(VERSION_2)) {
            version2(exchange);
            return true;
        }
        Optional<CachedDocument> found = find(segments);
        if (found.isEmpty()) {
            return false;
        }
        exchange.put("Vary", "Accept");
        if (accepted(exchange).noneMatch(type -> type.equals(JSON))) {
            refuse(exchange);
        } else {
            exchange.sendUnlessKnown(JSON, found.get());
        }
        return true;
    }

    /// In JSON or in protobuf, which is created only for clients that ask for it, such as kubectl.
    private void version2(RequestExchange exchange) throws IOException {
        exchange.put("Vary", "Accept");
        Optional<String> type = accepted(exchange)
                .filter(each -> each.equals(JSON) || PROTOBUF.contains(each))
                .findFirst();
        if (type.isEmpty()) {
            refuse(exchange);
        } else if (type.get().equals(JSON)) {
            exchange.sendUnlessKnown(JSON, documents.version2());
        } else {
            exchange.sendUnlessKnown(PROTOBUF.getFirst(), documents.version2Protobuf());
        }
    }

    /// The media types that the client accepts, the best first. One that is left to us is JSON.
    private static Stream<String> accepted(RequestExchange exchange) {
        String accept = exchange.headers("Accept");
        return MediaRange.parse(accept.isBlank() ? JSON : accept).stream()
                .map(MediaRange::type)
                .map(type -> type.equals("*/*") || type.equals("application/*") ? JSON : type);
    }

    /// Without a body, as kube-apiserver answers here.
    private static void refuse(RequestExchange exchange) throws IOException {
        exchange.send(406, "text/plain; charset=utf-8", new byte[0]);
    }

    private Optional<CachedDocument> find(List<String> segments) {
        String path = String.join("/", segments);
        if (path.equals("openapi/v3")) {
            return Optional.of(documents.index());
        }
        if (path.startsWith("openapi/v3/api/") && segments.size() == 4) {
            return documents.document("", segments.get(3));
        }
        return path.startsWith("openapi/v3/apis/") && segments.size() == 5
                ? documents.document(segments.get(3), segments.get(4))
                : Optional.empty();
    }
}
