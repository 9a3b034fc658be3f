package dev.stowage.apiserver.endpoints;

import dev.stowage.apiserver.authorization.AuthorizationAttributes;
import dev.stowage.apiserver.registry.generic.QueryParameters;
import dev.stowage.apiserver.resource.Verb;
import dev.stowage.apiserver.selectors.FieldSelector;
import java.util.Map;
import java.util.Set;

/// What a request for a resource does, in the terms of access rules.
final class RequestAttributes {
    private static final Set<Verb> SELECTING = Set.of(Verb.LIST, Verb.WATCH, Verb.DELETECOLLECTION);
    private static final Set<String> NO_NAMES = Set.of(".", "..");

    private RequestAttributes() {}

    static AuthorizationAttributes of(RequestInfo info, Verb verb, QueryParameters queryParameters) {
        // Other requests, and watches by the old form of path, do not select by the parameter.
        Map<String, String> selected = SELECTING.contains(verb) && !info.watched()
                ? FieldSelector.valuesIn(queryParameters.text("fieldSelector"))
                : Map.of();
        String subresource =
                info.subresource().isEmpty() ? "" : info.subresource().split("/", 2)[0];
        return AuthorizationAttributes.onResource(
                        verb.word(),
                        info.group(),
                        info.version(),
                        info.plural(),
                        subresource,
                        info.plural().equals("namespaces") ? info.name() : info.namespace(),
                        info.name().isEmpty() ? selectedName(verb, selected) : info.name())
                .selecting(selected);
    }

    /// A user with access to one object may list and watch it by its name. Any other request without a name in its
    /// path is about objects of all names, whatever its parameters say.
    private static String selectedName(Verb verb, Map<String, String> selected) {
        String name = selected.getOrDefault(FieldSelector.NAME, "");
        boolean isName = !NO_NAMES.contains(name) && name.indexOf('/') < 0 && name.indexOf('%') < 0;
        return isName && (verb == Verb.LIST || verb == Verb.WATCH) ? name : "";
    }
}
