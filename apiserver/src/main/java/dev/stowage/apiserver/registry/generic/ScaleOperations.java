package dev.stowage.apiserver.registry.generic;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.errors.StatusReason;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.patch.PatchApplier;
import dev.stowage.apiserver.patch.PatchType;
import dev.stowage.apiserver.resource.ScalePaths;
import dev.stowage.apiserver.resource.Verb;
import dev.stowage.apiserver.storage.ConflictException;
import dev.stowage.apiserver.storage.StoredObject;
import dev.stowage.kubetypes.BuiltInTypes;
import java.io.IOException;
import java.util.List;

/// The subresource `scale`.
final class ScaleOperations {
    private static final int TRIES = 5;

    private final RegistryServices registryServices;
    private final ObjectCommit objectCommit;

    ScaleOperations(RegistryServices registryServices, ObjectCommit objectCommit) {
        this.registryServices = registryServices;
        this.objectCommit = objectCommit;
    }

    RequestResult.Computed answer(
            RequestTarget requestTarget,
            RequestClient requestClient,
            QueryParameters queryParameters,
            Verb verb,
            RequestBody body)
            throws ApiException, IOException, InterruptedException {
        ScalePaths scalePaths = requestTarget.resourceDescriptor().scale().orElseThrow(requestTarget::notFound);
        if (verb == Verb.GET) {
            StoredObject storedObject =
                    registryServices.objectStore().get(requestTarget.key()).orElseThrow(requestTarget::notFound);
            return new RequestResult.Computed(200, show(scalePaths, Json.stored(storedObject.value())), List.of());
        }
        WriteOptions.Kind kind = verb == Verb.PATCH ? WriteOptions.Kind.PATCH : WriteOptions.Kind.UPDATE;
        WriteOptions options = WriteOptions.parse(kind, queryParameters, requestClient);
        for (int i = 1; ; i++) {
            StoredObject current =
                    registryServices.objectStore().get(requestTarget.key()).orElseThrow(requestTarget::notFound);
            ObjectNode object = Json.stored(current.value());
            ObjectNode wanted =
                    verb == Verb.PATCH ? patch(body, show(scalePaths, object)) : BodyDecoder.plain(body, "Scale");
            String revision = JsonTree.text(wanted, "metadata", "resourceVersion");
            change(requestTarget, scalePaths, object, wanted);
            try {
                StoredObject storedObject = objectCommit.replace(
                        requestTarget, requestClient, options.dryRun(), object, current, new java.util.ArrayList<>());
                return new RequestResult.Computed(200, show(scalePaths, Json.stored(storedObject.value())), List.of());
            } catch (ConflictException _) {
                if (i == TRIES || (verb == Verb.UPDATE && !revision.isEmpty())) {
                    throw requestTarget.conflict(ObjectCommit.MODIFIED);
                }
            }
        }
    }

    private static ObjectNode patch(RequestBody body, ObjectNode shown) throws ApiException {
        PatchType kind = PatchType.of(body.mediaType())
                .orElseThrow(() -> new ApiException(
                        StatusReason.UNSUPPORTED_MEDIA_TYPE,
                        "the body of the request was in an unknown format - accepted media types include:"
                                + " application/json-patch+json, application/merge-patch+json,"
                                + " application/strategic-merge-patch+json"));
        return PatchApplier.apply(kind, body.bytes(), shown, BuiltInTypes.of("io.k8s.api.autoscaling.v1.Scale"));
    }

    private static void change(RequestTarget requestTarget, ScalePaths scalePaths, ObjectNode object, ObjectNode wanted)
            throws ApiException {
        long replicas = JsonTree.number(wanted, "spec", "replicas").orElse(0);
        if (replicas < 0) {
            FieldErrors fieldErrors = new FieldErrors();
            fieldErrors.invalid("spec.replicas", Long.toString(replicas), "must be greater than or equal to 0");
            throw ApiException.invalid("autoscaling", "Scale", requestTarget.name(), fieldErrors);
        }
        List<String> parents =
                scalePaths.wanted().subList(0, scalePaths.wanted().size() - 1);
        JsonTree.ensure(object, parents.toArray(String[]::new))
                .put(scalePaths.wanted().getLast(), replicas);
        ObjectMetadata.copy(ObjectMetadata.of(object), wanted.path("metadata"), "resourceVersion");
    }

    private static ObjectNode show(ScalePaths scalePaths, ObjectNode object) {
        ObjectNode shown = Json.object().put("kind", "Scale").put("apiVersion", "autoscaling/v1");
        ObjectNode metadata = shown.putObject("metadata");
        for (String field : List.of("name", "namespace", "uid", "resourceVersion", "creationTimestamp")) {
            ObjectMetadata.copy(metadata, object.path("metadata"), field);
        }
        long wanted = JsonTree.number(object, scalePaths.wanted().toArray(String[]::new))
                .orElse(0);
        ObjectNode spec = shown.putObject("spec");
        if (wanted != 0) {
            spec.put("replicas", wanted);
        }
        ObjectNode status = shown.putObject("status");
        status.put(
                "replicas",
                JsonTree.number(object, scalePaths.found().toArray(String[]::new))
                        .orElse(0));
        String selector = scalePaths.selector().apply(object);
        if (!selector.isEmpty()) {
            status.put("selector", selector);
        }
        return shown;
    }
}
