package dev.stowage.interop.sidecar.recording;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The object of a request.
///
/// @param collection the path of the object's collection
/// @param name empty for the collection itself
/// @param part the sub-resource, such as `status`; empty for the object itself
record ApiPath(String collection, String resource, String name, String part) {

    static Optional<ApiPath> of(String path) {
        List<String> steps =
                Arrays.stream(path.split("/")).filter(step -> !step.isEmpty()).toList();
        int at = steps.isEmpty()
                ? 0
                : steps.getFirst().equals("api") ? 2 : steps.getFirst().equals("apis") ? 3 : 0;
        if (at == 0 || steps.size() <= at) {
            return Optional.empty();
        }
        if (steps.get(at).equals("namespaces") && steps.size() > at + 2) {
            at += 2;
        }
        return Optional.of(new ApiPath(
                "/" + String.join("/", steps.subList(0, at + 1)),
                steps.get(at),
                steps.size() > at + 1 ? steps.get(at + 1) : "",
                steps.size() > at + 2 ? steps.get(at + 2) : ""));
    }

    String object() {
        return collection + "/" + name;
    }

    String whole() {
        return part.isEmpty() ? resource : resource + "/" + part;
    }
}
