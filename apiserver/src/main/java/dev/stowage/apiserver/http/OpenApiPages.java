package dev.stowage.apiserver.http;

import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.failure.Reason;
import dev.stowage.apiserver.json.Document;
import dev.stowage.apiserver.openapi.OpenApi;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Under `/openapi`: what the resources look like. A client that has a document already is told that it is the same.
final class OpenApiPages {
    private static final String JSON = "application/json";

    private final OpenApi documents;

    OpenApiPages(OpenApi documents) {
        this.documents = documents;
    }

    /// @return false when there is no such page
    boolean answer(Exchange exchange, List<String> segments) throws ApiException, IOException {
        Optional<Document> found = find(segments);
        if (found.isEmpty()) {
            return false;
        }
        boolean readable = exchange.header("Accept").isEmpty()
                || MediaRange.parse(exchange.headers("Accept")).stream()
                        .anyMatch(range ->
                                range.type().equals(JSON) || range.type().endsWith("/*"));
        if (!readable) {
            throw new ApiException(
                    Reason.NOT_ACCEPTABLE, "only the following media types are accepted: application/json");
        }
        exchange.put("Vary", "Accept");
        exchange.sendUnlessKnown(JSON, found.get());
        return true;
    }

    private Optional<Document> find(List<String> segments) {
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
