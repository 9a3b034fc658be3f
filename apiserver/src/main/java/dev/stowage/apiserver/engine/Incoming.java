package dev.stowage.apiserver.engine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.failure.ApiException.Details;
import dev.stowage.apiserver.failure.Reason;
import dev.stowage.apiserver.json.Tree;
import java.util.List;

/// Objects as clients send them, checked against what the path says.
final class Incoming {
    private Incoming() {}

    /// @return in the version that the client speaks, with kind, version, namespace and, if it has one, name
    static ObjectNode read(Target target, Body body, WriteOptions options, List<String> warnings) throws ApiException {
        ObjectNode object = Bodies.decode(target, body, options.validation(), warnings);
        requireKind(target, object);
        return object;
    }

    static void requireKind(Target target, ObjectNode object) throws ApiException {
        String apiVersion = Tree.text(object, "apiVersion");
        String kind = Tree.text(object, "kind");
        if (!apiVersion.isEmpty() && !apiVersion.equals(target.apiVersion())) {
            throw ApiException.badRequest(
                    "the API version in the data (%s) does not match the expected API version (%s)"
                            .formatted(apiVersion, target.apiVersion()));
        }
        if (!kind.isEmpty() && !kind.equals(target.kind())) {
            throw new ApiException(
                    Reason.BAD_REQUEST,
                    "%s in version \"%s\" cannot be handled as a %s: converting (%s) to (%s): unknown conversion"
                            .formatted(kind, target.version(), target.kind(), kind, target.kind()),
                    Details.NONE);
        }
        object.put("kind", target.kind());
        object.put("apiVersion", target.apiVersion());
        place(target, object);
    }

    private static void place(Target target, ObjectNode object) throws ApiException {
        ObjectNode metadata = Metadata.of(object);
        String namespace = Tree.text(metadata, "namespace");
        if (!target.resource().namespaced()) {
            metadata.remove("namespace");
        } else if (namespace.isEmpty()) {
            metadata.put("namespace", target.namespace());
        } else if (!namespace.equals(target.namespace())) {
            throw ApiException.badRequest(
                    "the namespace of the provided object does not match the namespace sent on the request");
        }
    }

    /// What is applied must say itself where it belongs.
    static void requireApplied(Target target, ObjectNode applied) throws ApiException {
        ObjectNode metadata = Metadata.of(applied);
        if (!metadata.has("name")) {
            metadata.put("name", target.name());
        }
        requireName(target, applied);
        place(target, applied);
    }

    /// @throws ApiException when the object is of another name than the path
    static void requireName(Target target, ObjectNode object) throws ApiException {
        String name = Tree.text(object, "metadata", "name");
        if (name.isEmpty()) {
            throw ApiException.badRequest("name must be provided");
        }
        if (!name.equals(target.name())) {
            throw ApiException.badRequest("the name of the object (%s) does not match the name on the URL (%s)"
                    .formatted(name, target.name()));
        }
    }
}
