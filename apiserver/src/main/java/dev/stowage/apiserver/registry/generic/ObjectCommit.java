package dev.stowage.apiserver.registry.generic;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.admission.AdmissionAttributes;
import dev.stowage.apiserver.admission.AdmissionOperation;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ResourceStrategy;
import dev.stowage.apiserver.resource.StatusStrategy;
import dev.stowage.apiserver.resource.StrategyContext;
import dev.stowage.apiserver.schema.CanonicalForm;
import dev.stowage.apiserver.storage.ConflictException;
import dev.stowage.apiserver.storage.ObjectDraft;
import dev.stowage.apiserver.storage.ObjectWrite;
import dev.stowage.apiserver.storage.StoredObject;
import dev.stowage.apiserver.validation.ObjectMetaValidation;
import dev.stowage.kubetypes.Schema.Struct;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Writes new states of objects: completes and validates them, for every kind of request.
final class ObjectCommit {
    static final String MODIFIED =
            "the object has been modified; please apply your changes to the latest version and try again";

    private final RegistryServices registryServices;

    ObjectCommit(RegistryServices registryServices) {
        this.registryServices = registryServices;
    }

    /// Creates an object.
    ///
    /// @param requestTarget with the name of the object, which may have been generated
    /// @param object in its storage version
    /// @throws ConflictException when an object with that name exists
    StoredObject add(
            RequestTarget requestTarget,
            RequestClient requestClient,
            boolean dryRun,
            ObjectNode object,
            List<String> warnings)
            throws ApiException, ConflictException, IOException, InterruptedException {
        ResourceDescriptor resourceDescriptor = requestTarget.resourceDescriptor();
        ResourceStrategy resourceStrategy = resourceDescriptor.resourceStrategy();
        StrategyContext context = registryServices.around(requestClient);
        ObjectMetadata.begin(object, registryServices.clock().instant(), resourceDescriptor.generation());
        AdmissionAttributes admissionAttributes = new AdmissionAttributes(
                AdmissionOperation.CREATE, resourceDescriptor, "", object, null, requestClient.userInfo(), context);
        registryServices.admissionChain().mutate(admissionAttributes);
        resourceStrategy.prepareForCreate(object, context);
        FieldErrors fieldErrors = new FieldErrors();
        ObjectMetaValidation.validate(
                object, resourceDescriptor.namespaced(), resourceStrategy.nameValidator(), fieldErrors);
        resourceStrategy.validate(object, fieldErrors);
        check(requestTarget, fieldErrors);
        registryServices.admissionChain().validate(admissionAttributes);
        registryServices
                .access()
                .checkEscalation(requestClient.userInfo(), resourceDescriptor.key(), object, Optional.empty());
        warnings.addAll(resourceStrategy.warnings(object));
        UnenforcedKinds.warning(resourceDescriptor, object).ifPresent(warnings::add);
        ObjectMetadata.of(object).remove("resourceVersion");
        tidy(resourceDescriptor, object);
        if (dryRun) {
            if (registryServices.objectStore().get(requestTarget.key()).isPresent()) {
                throw ApiException.alreadyExists(requestTarget.group(), requestTarget.plural(), requestTarget.name());
            }
            return new StoredObject(requestTarget.key(), 0, Json.write(object), 0);
        }
        return registryServices
                .objectStore()
                .write(new ObjectWrite.Put(requestTarget.key(), 0, ObjectDraft.of(object), expiry(resourceStrategy)));
    }

    /// Replaces an object or a part of it.
    ///
    /// @param object in its storage version; its resourceVersion, if set, must be that of the current state
    /// @return the new state; the current one if nothing changes, the last one if this removes the object
    /// @throws ConflictException when another write changed the object meanwhile
    StoredObject replace(
            RequestTarget requestTarget,
            RequestClient requestClient,
            boolean dryRun,
            ObjectNode object,
            StoredObject current,
            List<String> warnings)
            throws ApiException, ConflictException, IOException, InterruptedException {
        ResourceDescriptor resourceDescriptor = requestTarget.resourceDescriptor();
        ResourceStrategy resourceStrategy = resourceDescriptor.resourceStrategy();
        StrategyContext context = registryServices.around(requestClient);
        ObjectNode old = Json.stored(current.value());
        requireCurrent(requestTarget, object, old);
        ObjectMetadata.inherit(object, old);
        ObjectMetadata.of(object).put("resourceVersion", Long.toString(current.revision()));
        ObjectNode next = part(requestTarget, object, old);
        AdmissionAttributes admissionAttributes = new AdmissionAttributes(
                AdmissionOperation.UPDATE,
                resourceDescriptor,
                requestTarget.subresource(),
                next,
                old,
                requestClient.userInfo(),
                context);
        registryServices.admissionChain().mutate(admissionAttributes);
        FieldErrors fieldErrors = new FieldErrors();
        prepare(requestTarget, next, old, context, fieldErrors);
        check(requestTarget, fieldErrors);
        registryServices.admissionChain().validate(admissionAttributes);
        registryServices
                .access()
                .checkEscalation(requestClient.userInfo(), resourceDescriptor.key(), next, Optional.of(old));
        if (requestTarget.subresource().isEmpty()) {
            warnings.addAll(resourceStrategy.warnings(next));
            UnenforcedKinds.warning(resourceDescriptor, next).ifPresent(warnings::add);
        }
        if (UnchangedWrite.is(next, old)) {
            return current;
        }
        tidy(resourceDescriptor, next);
        boolean gone = isGone(resourceStrategy, next);
        if (dryRun) {
            return new StoredObject(requestTarget.key(), current.revision(), Json.write(next), 0);
        }
        ObjectDraft objectDraft = ObjectDraft.of(next);
        return registryServices
                .objectStore()
                .write(
                        gone
                                ? new ObjectWrite.Remove(requestTarget.key(), current.revision(), objectDraft)
                                : new ObjectWrite.Put(
                                        requestTarget.key(),
                                        current.revision(),
                                        objectDraft,
                                        expiry(resourceStrategy)));
    }

    /// Writes an object that a sub-resource changed and has validated already.
    StoredObject adjust(RequestTarget requestTarget, boolean dryRun, ObjectNode next, StoredObject current)
            throws ConflictException, IOException, InterruptedException {
        if (dryRun || UnchangedWrite.is(next, Json.stored(current.value()))) {
            return current;
        }
        long expiry = expiry(requestTarget.resourceDescriptor().resourceStrategy());
        return registryServices
                .objectStore()
                .write(new ObjectWrite.Put(requestTarget.key(), current.revision(), ObjectDraft.of(next), expiry));
    }

    /// Sorts fields that strategies and admission added into the order of the type.
    private static void tidy(ResourceDescriptor resourceDescriptor, ObjectNode object) {
        boolean kept = VersionConverter.isKept(resourceDescriptor, resourceDescriptor.storage());
        if (kept && resourceDescriptor.schema().of(resourceDescriptor.storage()) instanceof Struct type) {
            CanonicalForm.object(object, type);
        }
    }

    /// The whole object after a write to this sub-resource.
    private static ObjectNode part(RequestTarget requestTarget, ObjectNode object, ObjectNode old) {
        StatusStrategy rule = requestTarget.resourceDescriptor().status();
        if (requestTarget.subresource().isEmpty() && rule != StatusStrategy.NONE) {
            ObjectMetadata.copy(object, old, "status");
        }
        if (!requestTarget.subresource().equals("status")) {
            return object;
        }
        ObjectNode next = old.deepCopy();
        if (rule == StatusStrategy.TAKES_METADATA) {
            next.set("metadata", object.get("metadata"));
        } else {
            ObjectMetadata.copy(ObjectMetadata.of(next), object.path("metadata"), "managedFields");
        }
        ObjectMetadata.copy(next, object, "status");
        return next;
    }

    private static void prepare(
            RequestTarget requestTarget,
            ObjectNode next,
            ObjectNode old,
            StrategyContext context,
            FieldErrors fieldErrors)
            throws ApiException {
        ResourceStrategy resourceStrategy = requestTarget.resourceDescriptor().resourceStrategy();
        switch (requestTarget.subresource()) {
            case "" -> {
                resourceStrategy.prepareForUpdate(next, old, context);
                if (requestTarget.resourceDescriptor().generation() && !resourceStrategy.sameGeneration(next, old)) {
                    ObjectNode metadata = ObjectMetadata.of(next);
                    metadata.put(
                            "generation",
                            JsonTree.number(metadata, "generation").orElse(0) + 1);
                }
                ObjectMetaValidation.validateUpdate(next, old, fieldErrors);
                resourceStrategy.validateUpdate(next, old, fieldErrors);
            }
            case "status" -> {
                resourceStrategy.prepareForStatusUpdate(next, old, context);
                ObjectMetaValidation.validateUpdate(next, old, fieldErrors);
                resourceStrategy.validateStatusUpdate(next, old, fieldErrors);
            }
            default -> {
                resourceStrategy.prepareForSubresourceUpdate(requestTarget.subresource(), next, old, context);
                ObjectMetaValidation.validateUpdate(next, old, fieldErrors);
                resourceStrategy.validateThrough(requestTarget.subresource(), next, old, fieldErrors);
            }
        }
    }

    private static void requireCurrent(RequestTarget requestTarget, ObjectNode object, ObjectNode old)
            throws ApiException {
        String uid = JsonTree.text(object, "metadata", "uid");
        String before = JsonTree.text(old, "metadata", "uid");
        if (!uid.isEmpty() && !uid.equals(before)) {
            throw requestTarget.conflict(
                    "Precondition failed: UID in precondition: %s, UID in object meta: %s".formatted(uid, before));
        }
        String revision = JsonTree.text(object, "metadata", "resourceVersion");
        if (revision.isEmpty() || revision.equals("0")) {
            if (!requestTarget.resourceDescriptor().resourceStrategy().updatesUnconditionally()) {
                FieldErrors fieldErrors = new FieldErrors();
                fieldErrors.invalid("metadata.resourceVersion", "0", "must be specified for an update");
                throw ApiException.invalid(
                        requestTarget.group(), requestTarget.plural(), requestTarget.name(), fieldErrors);
            }
        } else if (!revision.equals(JsonTree.text(old, "metadata", "resourceVersion"))) {
            throw requestTarget.conflict(MODIFIED);
        }
    }

    static boolean isGone(ResourceStrategy resourceStrategy, ObjectNode object) {
        return JsonTree.has(object, "metadata", "deletionTimestamp")
                && JsonTree.list(object, "metadata", "finalizers").isEmpty()
                && JsonTree.number(object, "metadata", "deletionGracePeriodSeconds")
                                .orElse(0)
                        == 0
                && !resourceStrategy.isHeld(object);
    }

    private static void check(RequestTarget requestTarget, FieldErrors fieldErrors) throws ApiException {
        if (!fieldErrors.isEmpty()) {
            throw ApiException.invalid(requestTarget.group(), requestTarget.kind(), requestTarget.name(), fieldErrors);
        }
    }

    private long expiry(ResourceStrategy resourceStrategy) {
        return resourceStrategy.isPassing()
                ? registryServices
                        .clock()
                        .instant()
                        .plus(registryServices.eventTtl())
                        .toEpochMilli()
                : 0;
    }
}
