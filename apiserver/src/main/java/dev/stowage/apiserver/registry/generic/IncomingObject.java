package dev.stowage.apiserver.registry.generic;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.ApiException.Details;
import dev.stowage.apiserver.errors.StatusReason;
import dev.stowage.apiserver.json.JsonTree;
import java.util.List;

/// Validates objects from clients against the path of the request.
final class IncomingObject {
    private IncomingObject() {}

    /// @return in the version that the client speaks, with kind, version, namespace and, if it has one, name
    static ObjectNode read(RequestTarget requestTarget, RequestBody body, WriteOptions options, List<String> warnings)
            throws ApiException {
        ObjectNode object = BodyDecoder.decode(requestTarget, body, options.validation(), warnings);
        requireKind(requestTarget, object);
        return object;
    }

    static void requireKind(RequestTarget requestTarget, ObjectNode object) throws ApiException {
        String apiVersion = JsonTree.text(object, "apiVersion");
        String kind = JsonTree.text(object, "kind");
        if (!apiVersion.isEmpty() && !apiVersion.equals(requestTarget.apiVersion())) {
            throw ApiException.badRequest(
                    "the API version in the data (%s) does not match the expected API version (%s)"
                            .formatted(apiVersion, requestTarget.apiVersion()));
        }
        if (!kind.isEmpty() && !kind.equals(requestTarget.kind())) {
            throw new ApiException(
                    StatusReason.BAD_REQUEST,
                    "%s in version \"%s\" cannot be handled as a %s: converting (%s) to (%s): unknown conversion"
                            .formatted(kind, requestTarget.version(), requestTarget.kind(), kind, requestTarget.kind()),
                    Details.NONE);
        }
        object.put("kind", requestTarget.kind());
        object.put("apiVersion", requestTarget.apiVersion());
        place(requestTarget, object);
    }

    private static void place(RequestTarget requestTarget, ObjectNode object) throws ApiException {
        ObjectNode metadata = ObjectMetadata.of(object);
        String namespace = JsonTree.text(metadata, "namespace");
        if (!requestTarget.resourceDescriptor().namespaced()) {
            metadata.remove("namespace");
        } else if (namespace.isEmpty()) {
            metadata.put("namespace", requestTarget.namespace());
        } else if (!namespace.equals(requestTarget.namespace())) {
            throw ApiException.badRequest(
                    "the namespace of the provided object does not match the namespace sent on the request");
        }
    }

    /// An applied object must contain its own name and namespace.
    static void requireApplied(RequestTarget requestTarget, ObjectNode applied) throws ApiException {
        ObjectNode metadata = ObjectMetadata.of(applied);
        if (!metadata.has("name")) {
            metadata.put("name", requestTarget.name());
        }
        requireName(requestTarget, applied);
        place(requestTarget, applied);
    }

    /// @throws ApiException when the object has another name than the path
    static void requireName(RequestTarget requestTarget, ObjectNode object) throws ApiException {
        String name = JsonTree.text(object, "metadata", "name");
        if (name.isEmpty()) {
            throw ApiException.badRequest("name must be provided");
        }
        if (!name.equals(requestTarget.name())) {
            throw ApiException.badRequest("the name of the object (%s) does not match the name on the URL (%s)"
                    .formatted(name, requestTarget.name()));
        }
    }
}
