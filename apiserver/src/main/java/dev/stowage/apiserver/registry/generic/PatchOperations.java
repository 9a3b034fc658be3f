package dev.stowage.apiserver.registry.generic;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.patch.PatchApplier;
import dev.stowage.apiserver.patch.PatchType;
import dev.stowage.apiserver.storage.ConflictException;
import dev.stowage.apiserver.storage.ObjectStore;
import dev.stowage.apiserver.storage.StoredObject;
import dev.stowage.kubetypes.Schema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Patches objects. After a conflict with another writer the patch is applied again to the newer object, because
/// it says nothing about the other fields.
public final class PatchOperations {
    private static final int TRIES = 5;

    private final RegistryServices registryServices;
    private final ObjectStore objectStore;
    private final WriteOperations writeOperations;
    private final ObjectCommit objectCommit;

    PatchOperations(RegistryServices registryServices, WriteOperations writeOperations, ObjectCommit objectCommit) {
        this.registryServices = registryServices;
        this.objectStore = registryServices.objectStore();
        this.writeOperations = writeOperations;
        this.objectCommit = objectCommit;
    }

    public RequestResult patch(
            RequestTarget requestTarget,
            RequestClient requestClient,
            QueryParameters queryParameters,
            PatchType kind,
            RequestBody body)
            throws ApiException, IOException, InterruptedException {
        WriteOptions options = WriteOptions.parse(WriteOptions.Kind.PATCH, queryParameters, requestClient);
        Schema schema = requestTarget.resourceDescriptor().schema().of(requestTarget.version());
        for (int i = 1; ; i++) {
            List<String> warnings = new ArrayList<>();
            StoredObject current = objectStore.get(requestTarget.key()).orElseThrow(requestTarget::notFound);
            ObjectNode live =
                    VersionConverter.tree(requestTarget.resourceDescriptor(), requestTarget.version(), current.value());
            ObjectNode result = PatchApplier.apply(kind, body.bytes(), live, schema);
            ObjectNode patched = BodyDecoder.check(requestTarget, result, options.validation(), warnings);
            IncomingObject.requireKind(requestTarget, patched);
            IncomingObject.requireName(requestTarget, patched);
            boolean locked = !JsonTree.text(patched, "metadata", "resourceVersion")
                    .equals(JsonTree.text(live, "metadata", "resourceVersion"));
            ObjectNode kept = writeOperations.finish(requestTarget, options, Optional.of(live), patched);
            try {
                StoredObject storedObject =
                        objectCommit.replace(requestTarget, requestClient, options.dryRun(), kept, current, warnings);
                return new RequestResult.Stored(200, storedObject, warnings);
            } catch (ConflictException _) {
                if (locked || i == TRIES) {
                    throw requestTarget.conflict(ObjectCommit.MODIFIED);
                }
            }
        }
    }

    /// Server-side apply: creates the object if it does not exist.
    public RequestResult apply(
            RequestTarget requestTarget, RequestClient requestClient, QueryParameters queryParameters, RequestBody body)
            throws ApiException, IOException, InterruptedException {
        WriteOptions options = WriteOptions.parse(WriteOptions.Kind.APPLY, queryParameters, requestClient);
        RequestBody yaml = new RequestBody(body.bytes(), "application/yaml");
        for (int i = 1; ; i++) {
            List<String> warnings = new ArrayList<>();
            ObjectNode applied = BodyDecoder.plain(yaml, requestTarget.kind());
            IncomingObject.requireApplied(requestTarget, applied);
            Optional<StoredObject> current = objectStore.get(requestTarget.key());
            if (current.isEmpty() && !requestTarget.subresource().isEmpty()) {
                throw requestTarget.notFound();
            }
            if (current.isEmpty()) {
                registryServices.requireCreate(requestTarget, requestClient);
            }
            Optional<ObjectNode> live = current.map(storedObject -> VersionConverter.tree(
                    requestTarget.resourceDescriptor(), requestTarget.version(), storedObject.value()));
            ObjectNode merged = FieldOwnership.apply(requestTarget, live, applied, options, writeOperations.now());
            ObjectNode kept = writeOperations.complete(
                    requestTarget, BodyDecoder.check(requestTarget, merged, options.validation(), warnings));
            try {
                if (current.isEmpty()) {
                    StoredObject created =
                            objectCommit.add(requestTarget, requestClient, options.dryRun(), kept, warnings);
                    return new RequestResult.Stored(201, created, warnings);
                }
                StoredObject storedObject = objectCommit.replace(
                        requestTarget, requestClient, options.dryRun(), kept, current.get(), warnings);
                return new RequestResult.Stored(200, storedObject, warnings);
            } catch (ConflictException _) {
                if (i == TRIES) {
                    throw requestTarget.conflict(ObjectCommit.MODIFIED);
                }
            }
        }
    }
}
