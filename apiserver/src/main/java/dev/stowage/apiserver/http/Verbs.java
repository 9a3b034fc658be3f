package dev.stowage.apiserver.http;

import dev.stowage.apiserver.engine.Parameters;
import dev.stowage.apiserver.resource.Verb;
import java.util.Optional;

/// What a method means.
final class Verbs {
    private Verbs() {}

    static Optional<Verb> of(String method, Route route, Parameters parameters) {
        boolean collection = route.name().isEmpty();
        return switch (method) {
            case "GET", "HEAD" -> Optional.of(read(route, parameters, collection));
            case "POST" -> Optional.of(Verb.CREATE);
            case "PUT" -> Optional.of(Verb.UPDATE);
            case "PATCH" -> Optional.of(Verb.PATCH);
            case "DELETE" -> Optional.of(collection ? Verb.DELETECOLLECTION : Verb.DELETE);
            default -> Optional.empty();
        };
    }

    private static Verb read(Route route, Parameters parameters, boolean collection) {
        if (route.watched()) {
            return Verb.WATCH;
        }
        if (!collection) {
            return Verb.GET;
        }
        return parameters.flag("watch") ? Verb.WATCH : Verb.LIST;
    }
}
