package dev.stowage.apiserver.registry.generic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.admission.AdmissionAttributes;
import dev.stowage.apiserver.admission.AdmissionOperation;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonEquality;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.resource.ResourceStrategy;
import dev.stowage.apiserver.storage.ConflictException;
import dev.stowage.apiserver.storage.ObjectDraft;
import dev.stowage.apiserver.storage.ObjectWrite;
import dev.stowage.apiserver.storage.StoredObject;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/// Deletes objects, at once or after the grace period and all finalizers.
public final class DeleteOperations {
    private static final int TRIES = 16;
    private static final String ORPHAN = "orphan";
    private static final String FOREGROUND = "foregroundDeletion";

    /// Resources for which a deletion returns the object and not a `Status`.
    private static final Set<String> SHOWN = Set.of(
            "resourceclaimtemplates.resource.k8s.io",
            "resourceslices.resource.k8s.io",
            "resourceclaims.resource.k8s.io",
            "deviceclasses.resource.k8s.io",
            "csidrivers.storage.k8s.io",
            "storageclasses.storage.k8s.io",
            "volumeattachments.storage.k8s.io",
            "csinodes.storage.k8s.io",
            "volumeattributesclasses.storage.k8s.io",
            "resourcequotas",
            "persistentvolumes",
            "serviceaccounts",
            "persistentvolumeclaims",
            "namespaces",
            "pods",
            "services",
            "podtemplates");

    private final RegistryServices registryServices;
    private final ReadOperations readOperations;

    DeleteOperations(RegistryServices registryServices, ReadOperations readOperations) {
        this.registryServices = registryServices;
        this.readOperations = readOperations;
    }

    public RequestResult delete(
            RequestTarget requestTarget, RequestClient requestClient, QueryParameters queryParameters, RequestBody body)
            throws ApiException, IOException, InterruptedException {
        DeleteOptions options = DeleteOptions.parse(queryParameters, body);
        Deleted deleted = delete(requestTarget, requestClient, options);
        int code = !deleted.gone() && options.orphan().filter(orphan -> !orphan).isPresent() ? 202 : 200;
        if (deleted.gone() && !SHOWN.contains(requestTarget.resourceDescriptor().key())) {
            return new RequestResult.Computed(code, success(requestTarget, deleted.last()), List.of());
        }
        return new RequestResult.Stored(code, deleted.last(), List.of());
    }

    private static ObjectNode success(RequestTarget requestTarget, StoredObject last) {
        ObjectNode status = Json.object().put("kind", "Status").put("apiVersion", "v1");
        status.putObject("metadata");
        status.put("status", "Success");
        ObjectNode details = status.putObject("details").put("name", requestTarget.name());
        if (!requestTarget.group().isEmpty()) {
            details.put("group", requestTarget.group());
        }
        details.put("kind", requestTarget.plural());
        details.put("uid", JsonTree.text(Json.stored(last.value()), "metadata", "uid"));
        return status;
    }

    public RequestResult deleteCollection(
            RequestTarget requestTarget, RequestClient requestClient, QueryParameters queryParameters, RequestBody body)
            throws ApiException, IOException, InterruptedException {
        DeleteOptions options = DeleteOptions.parse(queryParameters, body);
        ObjectList found = readOperations.list(requestTarget, queryParameters);
        List<StoredObject> deleted = new ArrayList<>();
        for (StoredObject storedObject : found.entries()) {
            RequestTarget one = new RequestTarget(
                    requestTarget.resourceDescriptor(),
                    requestTarget.version(),
                    storedObject.key().namespace(),
                    storedObject.key().name(),
                    "");
            try {
                deleted.add(delete(one, requestClient, options).last());
            } catch (ApiException e) {
                if (e.statusReason() != dev.stowage.apiserver.errors.StatusReason.NOT_FOUND) {
                    throw e;
                }
            }
        }
        return new RequestResult.Listed(
                200, new ObjectList(deleted, found.revision(), found.next(), OptionalLong.empty()), List.of());
    }

    private record Deleted(StoredObject last, boolean gone) {}

    private Deleted delete(RequestTarget requestTarget, RequestClient requestClient, DeleteOptions options)
            throws ApiException, IOException, InterruptedException {
        for (int i = 1; ; i++) {
            StoredObject current =
                    registryServices.objectStore().get(requestTarget.key()).orElseThrow(requestTarget::notFound);
            try {
                return delete(requestTarget, requestClient, options, current);
            } catch (ConflictException _) {
                if (i == TRIES) {
                    throw requestTarget.conflict(ObjectCommit.MODIFIED);
                }
            }
        }
    }

    private Deleted delete(
            RequestTarget requestTarget, RequestClient requestClient, DeleteOptions options, StoredObject current)
            throws ApiException, ConflictException, IOException, InterruptedException {
        ResourceStrategy resourceStrategy = requestTarget.resourceDescriptor().resourceStrategy();
        ObjectNode old = Json.stored(current.value());
        registryServices
                .admissionChain()
                .admit(new AdmissionAttributes(
                        AdmissionOperation.DELETE,
                        requestTarget.resourceDescriptor(),
                        "",
                        null,
                        old,
                        requestClient.userInfo(),
                        registryServices.around(requestClient)));
        options.require(requestTarget, old);
        ObjectNode object = old.deepCopy();
        boolean graceful = false;
        long left =
                JsonTree.number(old, "metadata", "deletionGracePeriodSeconds").orElse(0);
        if (JsonTree.has(old, "metadata", "deletionTimestamp")) {
            if (left > 0) {
                if (options.grace() < 0 || options.grace() >= left) {
                    return new Deleted(current, false);
                }
                shorten(ObjectMetadata.of(object), left, options.grace());
                graceful = options.grace() > 0;
            }
        } else {
            long grace = resourceStrategy.gracePeriod(object, options.grace());
            if (grace > 0) {
                mark(
                        ObjectMetadata.of(object),
                        registryServices.clock().instant().plusSeconds(grace),
                        grace);
                graceful = true;
            }
        }
        finalizers(object, options);
        boolean held = resourceStrategy.isHeld(object);
        if (!graceful
                && (held || !JsonTree.list(object, "metadata", "finalizers").isEmpty())) {
            stay(object, held);
        } else if (!graceful) {
            return remove(requestTarget, object, options.dryRun(), current);
        }
        resourceStrategy.deleting(object);
        if (JsonEquality.same(object, old)) {
            return new Deleted(current, false);
        }
        if (options.dryRun()) {
            return new Deleted(new StoredObject(requestTarget.key(), current.revision(), Json.write(object), 0), false);
        }
        ObjectWrite put = new ObjectWrite.Put(
                requestTarget.key(), current.revision(), ObjectDraft.of(object), current.expiresAt());
        return new Deleted(registryServices.objectStore().write(put), false);
    }

    private Deleted remove(RequestTarget requestTarget, ObjectNode object, boolean dryRun, StoredObject current)
            throws ConflictException, IOException, InterruptedException {
        if (dryRun) {
            return new Deleted(current, true);
        }
        ObjectWrite removal = new ObjectWrite.Remove(requestTarget.key(), current.revision(), ObjectDraft.of(object));
        return new Deleted(registryServices.objectStore().write(removal), true);
    }

    /// Marks an object that is deleted without a grace period but stays until its finalizers are removed.
    private void stay(ObjectNode object, boolean held) {
        ObjectNode metadata = ObjectMetadata.of(object);
        if (!JsonTree.has(metadata, "deletionTimestamp")) {
            if (held) {
                metadata.put(
                        "deletionTimestamp",
                        ObjectMetadata.time(registryServices.clock().instant()));
                return;
            }
            mark(metadata, registryServices.clock().instant(), 0);
        } else if (!held) {
            metadata.put("deletionGracePeriodSeconds", 0);
        }
    }

    private static void mark(ObjectNode metadata, Instant when, long grace) {
        long generation = JsonTree.number(metadata, "generation").orElse(0);
        if (generation > 0) {
            metadata.put("generation", generation + 1);
        }
        metadata.put("deletionTimestamp", ObjectMetadata.time(when));
        metadata.put("deletionGracePeriodSeconds", grace);
    }

    private void shorten(ObjectNode metadata, long left, long grace) {
        Instant end = Instant.parse(JsonTree.text(metadata, "deletionTimestamp"))
                .minusSeconds(left)
                .plusSeconds(grace);
        Instant now = registryServices.clock().instant();
        boolean past = end.isBefore(now);
        metadata.put("deletionTimestamp", ObjectMetadata.time(past ? now : end));
        metadata.put("deletionGracePeriodSeconds", past && grace != 0 ? 1 : grace);
    }

    private static void finalizers(ObjectNode object, DeleteOptions options) {
        ArrayNode next = Json.list();
        boolean orphan = false;
        boolean foreground = false;
        for (JsonNode finalizer : JsonTree.list(object, "metadata", "finalizers")) {
            orphan |= finalizer.asText().equals(ORPHAN);
            foreground |= finalizer.asText().equals(FOREGROUND);
            if (!finalizer.asText().equals(ORPHAN) && !finalizer.asText().equals(FOREGROUND)) {
                next.add(finalizer);
            }
        }
        boolean orphans = options.orphans(orphan);
        boolean before = options.foreground(foreground);
        if (orphans == orphan && before == foreground) {
            return;
        }
        if (orphans) {
            next.add(ORPHAN);
        }
        if (before) {
            next.add(FOREGROUND);
        }
        if (next.isEmpty()) {
            ObjectMetadata.of(object).remove("finalizers");
        } else {
            ObjectMetadata.of(object).set("finalizers", next);
        }
    }
}
