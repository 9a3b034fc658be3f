package dev.stowage.apiserver.endpoints;

import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.StatusReason;
import dev.stowage.apiserver.json.CachedDocument;
import dev.stowage.apiserver.openapi.OpenApiDocuments;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Under `/openapi`: the types of the resources. A client that already has a document gets 304 Not Modified.
final class OpenApiEndpoints {
    private static final String JSON = "application/json";

    private final OpenApiDocuments documents;

    OpenApiEndpoints(OpenApiDocuments documents) {
        this.documents = documents;
    }

    /// @return false when there is no such page
    boolean answer(RequestExchange exchange, List<String> segments) throws ApiException, IOException {
        Optional<CachedDocument> found = find(segments);
        if (found.isEmpty()) {
            return false;
        }
        boolean readable = exchange.header("Accept").isEmpty()
                || MediaRange.parse(exchange.headers("Accept")).stream()
                        .anyMatch(range ->
                                range.type().equals(JSON) || range.type().endsWith("/*"));
        if (!readable) {
            throw new ApiException(
                    StatusReason.NOT_ACCEPTABLE, "only the following media types are accepted: application/json");
        }
        exchange.put("Vary", "Accept");
        exchange.sendUnlessKnown(JSON, found.get());
        return true;
    }

    private Optional<CachedDocument> find(List<String> segments) {
        String path = String.join("/", segments);
        if (path.equals("openapi/v2")) {
            return Optional.of(documents.version2());
        }
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
