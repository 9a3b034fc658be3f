package dev.stowage.apiserver.endpoints;

import dev.stowage.apiserver.registry.generic.QueryParameters;
import dev.stowage.apiserver.resource.Verb;
import java.util.Optional;

/// Maps HTTP methods to verbs.
final class RequestVerbs {
    private RequestVerbs() {}

    static Optional<Verb> of(String method, RequestInfo info, QueryParameters queryParameters) {
        boolean collection = info.name().isEmpty();
        return switch (method) {
            case "GET", "HEAD" -> Optional.of(read(info, queryParameters, collection));
            case "POST" -> Optional.of(Verb.CREATE);
            case "PUT" -> Optional.of(Verb.UPDATE);
            case "PATCH" -> Optional.of(Verb.PATCH);
            case "DELETE" -> Optional.of(collection ? Verb.DELETECOLLECTION : Verb.DELETE);
            default -> Optional.empty();
        };
    }

    private static Verb read(RequestInfo info, QueryParameters queryParameters, boolean collection) {
        if (info.watched()) {
            return Verb.WATCH;
        }
        if (!collection) {
            return Verb.GET;
        }
        return queryParameters.flag("watch") ? Verb.WATCH : Verb.LIST;
    }
}
