package dev.stowage.apiserver.endpoints;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The resource that a path names, whether it exists or not.
///
/// @param namespace empty when the path names none
/// @param name empty for a collection
/// @param subresource with everything that follows the name, such as `proxy/a/b`
/// @param watched whether the path uses the deprecated prefix `watch/`
record RequestInfo(
        String group,
        String version,
        String namespace,
        String plural,
        String name,
        String subresource,
        boolean watched) {
    /// Subresources of a namespace, which are not resources in it.
    private static final Set<String> PARTS_OF_NAMESPACE = Set.of("status", "finalize");

    /// Empty for a non-resource path.
    static Optional<RequestInfo> parse(List<String> segments) {
        int from;
        String group;
        if (segments.size() > 2 && segments.getFirst().equals("api")) {
            group = "";
            from = 1;
        } else if (segments.size() > 3 && segments.getFirst().equals("apis")) {
            group = segments.get(1);
            from = 2;
        } else {
            return Optional.empty();
        }
        List<String> rest = new ArrayList<>(segments.subList(from + 1, segments.size()));
        boolean watched = rest.size() > 1 && rest.getFirst().equals("watch");
        if (watched) {
            rest.removeFirst();
        }
        String namespace = "";
        if (rest.size() > 2 && rest.getFirst().equals("namespaces") && !PARTS_OF_NAMESPACE.contains(rest.get(2))) {
            namespace = rest.get(1);
            rest = rest.subList(2, rest.size());
        }
        return Optional.of(new RequestInfo(
                group,
                segments.get(from),
                namespace,
                rest.getFirst(),
                rest.size() > 1 ? rest.get(1) : "",
                rest.size() > 2 ? String.join("/", rest.subList(2, rest.size())) : "",
                watched));
    }

    /// The parts of a path, decoded; empty ones are left out.
    ///
    /// @throws IllegalArgumentException for one that is not properly encoded
    static List<String> segments(String path) {
        List<String> segments = new ArrayList<>();
        for (String part : path.split("/", -1)) {
            if (!part.isEmpty()) {
                segments.add(URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8));
            }
        }
        return segments;
    }
}
