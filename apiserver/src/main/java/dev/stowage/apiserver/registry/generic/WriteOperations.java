package dev.stowage.apiserver.registry.generic;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.StatusReason;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.storage.ConflictException;
import dev.stowage.apiserver.storage.StoredObject;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Creates and replaces objects.
public final class WriteOperations {
    private static final int NAMES = 8;
    private static final int TRIES = 16;

    private final RegistryServices registryServices;
    private final ObjectCommit objectCommit;

    WriteOperations(RegistryServices registryServices, ObjectCommit objectCommit) {
        this.registryServices = registryServices;
        this.objectCommit = objectCommit;
    }

    public RequestResult create(
            RequestTarget requestTarget, RequestClient requestClient, QueryParameters queryParameters, RequestBody body)
            throws ApiException, IOException, InterruptedException {
        WriteOptions options = WriteOptions.parse(WriteOptions.Kind.CREATE, queryParameters, requestClient);
        List<String> warnings = new ArrayList<>();
        ObjectNode sent = IncomingObject.read(requestTarget, body, options, warnings);
        StoredObject created = add(requestTarget, requestClient, options, sent, warnings);
        return new RequestResult.Stored(201, created, warnings);
    }

    /// @param sent in the version of the client
    StoredObject add(
            RequestTarget requestTarget,
            RequestClient requestClient,
            WriteOptions options,
            ObjectNode sent,
            List<String> warnings)
            throws ApiException, IOException, InterruptedException {
        String name = JsonTree.text(sent, "metadata", "name");
        String start = JsonTree.text(sent, "metadata", "generateName");
        ObjectMetadata.of(sent).remove("managedFields");
        if (!JsonTree.text(sent, "metadata", "resourceVersion").isEmpty()
                && !JsonTree.text(sent, "metadata", "resourceVersion").equals("0")) {
            throw new ApiException(
                    StatusReason.INTERNAL_ERROR, "resourceVersion should not be set on objects to be created");
        }
        for (int i = 1; ; i++) {
            ObjectNode object = sent.deepCopy();
            if (name.isEmpty() && !start.isEmpty()) {
                ObjectMetadata.of(object).put("name", NameGenerator.generate(start));
            }
            RequestTarget named = requestTarget.named(JsonTree.text(object, "metadata", "name"));
            ObjectNode kept = finish(named, options, Optional.empty(), object);
            try {
                return objectCommit.add(named, requestClient, options.dryRun(), kept, warnings);
            } catch (ConflictException _) {
                ApiException exists = ApiException.alreadyExists(named.group(), named.plural(), named.name());
                if (!name.isEmpty() || start.isEmpty()) {
                    throw exists;
                }
                if (i == NAMES) {
                    throw new ApiException(
                            StatusReason.ALREADY_EXISTS,
                            exists.getMessage() + ", the server was not able to generate a unique name for the object",
                            exists.details().retryAfter(1));
                }
            }
        }
    }

    /// Sets defaults, records the field manager, and converts it to the storage version.
    ///
    /// @param live in the version of the client
    ObjectNode finish(RequestTarget requestTarget, WriteOptions options, Optional<ObjectNode> live, ObjectNode object)
            throws ApiException {
        preset(requestTarget, object);
        FieldOwnership.updated(requestTarget, live, object, options.manager(), now());
        return keep(requestTarget, object);
    }

    /// The same without a record of the field manager.
    ObjectNode complete(RequestTarget requestTarget, ObjectNode object) {
        preset(requestTarget, object);
        return keep(requestTarget, object);
    }

    private static void preset(RequestTarget requestTarget, ObjectNode object) {
        BodyDecoder.presets(requestTarget, object);
        if (VersionConverter.isKept(requestTarget.resourceDescriptor(), requestTarget.version())) {
            requestTarget.resourceDescriptor().resourceStrategy().complete(object);
        }
    }

    private static ObjectNode keep(RequestTarget requestTarget, ObjectNode object) {
        ResourceDescriptor resourceDescriptor = requestTarget.resourceDescriptor();
        boolean kept = VersionConverter.isKept(resourceDescriptor, requestTarget.version());
        ObjectNode stored = VersionConverter.toKept(resourceDescriptor, requestTarget.version(), object);
        if (!kept) {
            resourceDescriptor.resourceStrategy().complete(stored);
        }
        return stored;
    }

    Instant now() {
        return registryServices.clock().instant();
    }

    public RequestResult update(
            RequestTarget requestTarget, RequestClient requestClient, QueryParameters queryParameters, RequestBody body)
            throws ApiException, IOException, InterruptedException {
        WriteOptions options = WriteOptions.parse(WriteOptions.Kind.UPDATE, queryParameters, requestClient);
        List<String> warnings = new ArrayList<>();
        ObjectNode sent = IncomingObject.read(requestTarget, body, options, warnings);
        IncomingObject.requireName(requestTarget, sent);
        for (int i = 1; ; i++) {
            Optional<StoredObject> current = registryServices.objectStore().get(requestTarget.key());
            if (current.isEmpty()) {
                if (!requestTarget.resourceDescriptor().resourceStrategy().createsOnUpdate()
                        || !requestTarget.subresource().isEmpty()) {
                    throw requestTarget.notFound();
                }
                registryServices.requireCreate(requestTarget, requestClient);
                return new RequestResult.Stored(
                        201, add(requestTarget, requestClient, options, sent, warnings), warnings);
            }
            ObjectNode live = VersionConverter.tree(
                    requestTarget.resourceDescriptor(),
                    requestTarget.version(),
                    current.get().value());
            ObjectNode kept = finish(requestTarget, options, Optional.of(live), sent.deepCopy());
            try {
                StoredObject storedObject = objectCommit.replace(
                        requestTarget, requestClient, options.dryRun(), kept, current.get(), warnings);
                return new RequestResult.Stored(200, storedObject, warnings);
            } catch (ConflictException _) {
                String revision = JsonTree.text(sent, "metadata", "resourceVersion");
                if (i == TRIES || !(revision.isEmpty() || revision.equals("0"))) {
                    throw requestTarget.conflict(ObjectCommit.MODIFIED);
                }
            }
        }
    }
}
