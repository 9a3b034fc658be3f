package dev.stowage.sim.server;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A parsed API path.
///
/// @param namespace empty for all
/// @param name empty for the whole collection
/// @param part the subresource, for example `status`; empty for the object itself
record RequestPath(ResourceType resourceType, String namespace, String name, String part, String query) {

    static RequestPath of(String path) throws ApiFailure {
        int mark = path.indexOf('?');
        String query = mark < 0 ? "" : path.substring(mark + 1);
        List<String> words = new ArrayList<>(Arrays.asList((mark < 0 ? path : path.substring(0, mark)).split("/", -1)));
        words.removeFirst();
        // api/v1 or apis/group/v1
        int skip = words.getFirst().equals("api") ? 2 : 3;
        List<String> rest = words.subList(skip, words.size());
        String namespace = "";
        if (rest.size() > 2 && rest.getFirst().equals("namespaces")) {
            namespace = rest.get(1);
            rest = rest.subList(2, rest.size());
        }
        return new RequestPath(
                ResourceType.of(rest.getFirst()),
                namespace,
                rest.size() > 1 ? rest.get(1) : "",
                rest.size() > 2 ? rest.get(2) : "",
                query);
    }

    NamespacedName key() {
        return new NamespacedName(namespace, name);
    }

    boolean isWatch() {
        return query.contains("watch=true");
    }

    long since() {
        return Arrays.stream(query.split("&"))
                .filter(word -> word.startsWith("resourceVersion="))
                .mapToLong(word -> Long.parseLong(word.substring("resourceVersion=".length())))
                .findFirst()
                .orElse(0);
    }
}
