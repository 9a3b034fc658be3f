package dev.stowage.apiserver.registry.generic;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.admission.AdmissionAttributes;
import dev.stowage.apiserver.admission.AdmissionOperation;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.StatusReason;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.resource.Verb;
import dev.stowage.apiserver.storage.ConflictException;
import dev.stowage.apiserver.storage.StoredObject;
import java.io.IOException;
import java.util.List;

/// Sub-resources with another type than the object: scale, token, binding, eviction.
public final class SubresourceOperations {
    private static final int TRIES = 5;

    private final RegistryServices registryServices;
    private final ObjectCommit objectCommit;
    private final EvictionOperations evictionOperations;
    private final ScaleOperations scaleOperations;

    SubresourceOperations(
            RegistryServices registryServices, ObjectCommit objectCommit, DeleteOperations deleteOperations) {
        this.registryServices = registryServices;
        this.objectCommit = objectCommit;
        this.evictionOperations = new EvictionOperations(registryServices, deleteOperations);
        this.scaleOperations = new ScaleOperations(registryServices, objectCommit);
    }

    /// An object that is only read, not stored.
    public ObjectNode read(RequestTarget requestTarget, RequestBody body) throws ApiException {
        ObjectNode object = BodyDecoder.plain(body, requestTarget.kind());
        IncomingObject.requireKind(requestTarget, object);
        return object;
    }

    public RequestResult.Computed answer(
            RequestTarget requestTarget,
            RequestClient requestClient,
            QueryParameters queryParameters,
            Verb verb,
            RequestBody body)
            throws ApiException, IOException, InterruptedException {
        RequestTarget whole = new RequestTarget(
                requestTarget.resourceDescriptor(),
                requestTarget.version(),
                requestTarget.namespace(),
                requestTarget.name(),
                "");
        return switch (requestTarget.subresource()) {
            case "scale" -> scaleOperations.answer(whole, requestClient, queryParameters, verb, body);
            case "token" -> token(requestTarget, requestClient, body);
            case "eviction" -> evict(requestTarget, whole, requestClient, queryParameters, body);
            case "binding" -> send(requestTarget, requestClient, queryParameters, body);
            default ->
                throw new ApiException(
                        StatusReason.SERVICE_UNAVAILABLE,
                        "%s/%s is not served by this server"
                                .formatted(requestTarget.plural(), requestTarget.subresource()));
        };
    }

    /// Checks who sends it. The name is that of the path, whatever the body says.
    private void restrict(RequestTarget requestTarget, RequestClient requestClient, ObjectNode sent)
            throws ApiException {
        ObjectNode named = sent.deepCopy();
        ObjectMetadata.of(named).put("name", requestTarget.name()).put("namespace", requestTarget.namespace());
        registryServices
                .admissionChain()
                .restrict(new AdmissionAttributes(
                        AdmissionOperation.CREATE,
                        requestTarget.resourceDescriptor(),
                        requestTarget.subresource(),
                        named,
                        null,
                        requestClient.userInfo(),
                        registryServices.around(requestClient)));
    }

    private RequestResult.Computed token(RequestTarget requestTarget, RequestClient requestClient, RequestBody body)
            throws ApiException {
        StoredObject account =
                registryServices.objectStore().get(requestTarget.key()).orElseThrow(requestTarget::notFound);
        ObjectNode request = BodyDecoder.plain(body, "TokenRequest");
        restrict(requestTarget, requestClient, request);
        ObjectNode issued =
                registryServices.access().issue(Json.stored(account.value()), request, requestClient.userInfo());
        return new RequestResult.Computed(201, issued, List.of());
    }

    private RequestResult.Computed evict(
            RequestTarget requestTarget,
            RequestTarget pod,
            RequestClient requestClient,
            QueryParameters queryParameters,
            RequestBody body)
            throws ApiException, IOException, InterruptedException {
        ObjectNode eviction = BodyDecoder.plain(body, "Eviction");
        restrict(requestTarget, requestClient, eviction);
        evictionOperations.evict(pod, requestClient, queryParameters, eviction);
        return new RequestResult.Computed(201, success(), List.of());
    }

    private RequestResult.Computed send(
            RequestTarget requestTarget, RequestClient requestClient, QueryParameters queryParameters, RequestBody body)
            throws ApiException, IOException, InterruptedException {
        WriteOptions options = WriteOptions.parse(WriteOptions.Kind.CREATE, queryParameters, requestClient);
        ObjectNode sent = BodyDecoder.plain(body, "object");
        restrict(requestTarget, requestClient, sent);
        for (int i = 1; ; i++) {
            StoredObject current =
                    registryServices.objectStore().get(requestTarget.key()).orElseThrow(requestTarget::notFound);
            ObjectNode object = Json.stored(current.value());
            requestTarget
                    .resourceDescriptor()
                    .resourceStrategy()
                    .sent(requestTarget.subresource(), sent, object, registryServices.around(requestClient));
            try {
                objectCommit.adjust(requestTarget, options.dryRun(), object, current);
                return new RequestResult.Computed(201, success(), List.of());
            } catch (ConflictException _) {
                if (i == TRIES) {
                    throw requestTarget.conflict(ObjectCommit.MODIFIED);
                }
            }
        }
    }

    private static ObjectNode success() {
        ObjectNode status = Json.object().put("kind", "Status").put("apiVersion", "v1");
        status.putObject("metadata");
        return status.put("status", "Success").put("code", 201);
    }
}
