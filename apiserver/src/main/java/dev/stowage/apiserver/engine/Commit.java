package dev.stowage.apiserver.engine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.admission.Attempt;
import dev.stowage.apiserver.admission.Operation;
import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.StatusRule;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.Surroundings;
import dev.stowage.apiserver.schema.Schema.Struct;
import dev.stowage.apiserver.schema.Tidy;
import dev.stowage.apiserver.store.ConflictException;
import dev.stowage.apiserver.store.Draft;
import dev.stowage.apiserver.store.Entry;
import dev.stowage.apiserver.store.Mutation;
import dev.stowage.apiserver.validation.ObjectMetaValidation;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Brings new states of objects to the store: whatever way they came, here they are completed, checked and written.
final class Commit {
    static final String MODIFIED =
            "the object has been modified; please apply your changes to the latest version and try again";

    private final Services services;

    Commit(Services services) {
        this.services = services;
    }

    /// Makes an object.
    ///
    /// @param target with the name of the object, which may have been generated
    /// @param object in its kept version
    /// @throws ConflictException when there is one of that name
    Entry add(Target target, Agent agent, boolean dryRun, ObjectNode object, List<String> warnings)
            throws ApiException, ConflictException, IOException, InterruptedException {
        Resource resource = target.resource();
        Strategy strategy = resource.strategy();
        Surroundings around = services.around(agent);
        Metadata.begin(object, services.clock().instant(), resource.generation());
        Attempt attempt = new Attempt(Operation.CREATE, resource, "", object, null, around);
        services.admission().mutate(attempt);
        strategy.creating(object, around);
        Problems problems = new Problems();
        ObjectMetaValidation.validate(object, resource.namespaced(), strategy.nameRule()::check, problems);
        strategy.validate(object, problems);
        check(target, problems);
        services.admission().validate(attempt);
        services.access().checkEscalation(agent.user(), resource.key(), object, Optional.empty());
        warnings.addAll(strategy.warnings(object));
        Metadata.of(object).remove("resourceVersion");
        tidy(resource, object);
        if (dryRun) {
            if (services.store().get(target.key()).isPresent()) {
                throw ApiException.alreadyExists(target.group(), target.plural(), target.name());
            }
            return new Entry(target.key(), 0, Json.write(object), 0);
        }
        return services.store().write(new Mutation.Put(target.key(), 0, Draft.of(object), expiry(strategy)));
    }

    /// Replaces an object, or a part of it.
    ///
    /// @param object in its kept version; its resourceVersion, when it has one, must be that of the current state
    /// @return the state after it, which is the current one when nothing changes; the last one when this removes it
    /// @throws ConflictException when the current state is not current any more
    Entry replace(Target target, Agent agent, boolean dryRun, ObjectNode object, Entry current, List<String> warnings)
            throws ApiException, ConflictException, IOException, InterruptedException {
        Resource resource = target.resource();
        Strategy strategy = resource.strategy();
        Surroundings around = services.around(agent);
        ObjectNode old = Json.stored(current.value());
        requireCurrent(target, object, old);
        Metadata.inherit(object, old);
        Metadata.of(object).put("resourceVersion", Long.toString(current.revision()));
        ObjectNode next = part(target, object, old);
        Attempt attempt = new Attempt(Operation.UPDATE, resource, target.subresource(), next, old, around);
        services.admission().mutate(attempt);
        Problems problems = new Problems();
        prepare(target, next, old, around, problems);
        check(target, problems);
        services.admission().validate(attempt);
        services.access().checkEscalation(agent.user(), resource.key(), next, Optional.of(old));
        if (target.subresource().isEmpty()) {
            warnings.addAll(strategy.warnings(next));
        }
        if (Unchanged.is(next, old)) {
            return current;
        }
        tidy(resource, next);
        boolean gone = isGone(strategy, next);
        if (dryRun) {
            return new Entry(target.key(), current.revision(), Json.write(next), 0);
        }
        Draft draft = Draft.of(next);
        return services.store()
                .write(
                        gone
                                ? new Mutation.Remove(target.key(), current.revision(), draft)
                                : new Mutation.Put(target.key(), current.revision(), draft, expiry(strategy)));
    }

    /// Writes what was made of an object through one of its parts, which has checked it already.
    Entry adjust(Target target, boolean dryRun, ObjectNode next, Entry current)
            throws ConflictException, IOException, InterruptedException {
        if (dryRun || Unchanged.is(next, Json.stored(current.value()))) {
            return current;
        }
        long expiry = expiry(target.resource().strategy());
        return services.store().write(new Mutation.Put(target.key(), current.revision(), Draft.of(next), expiry));
    }

    /// Brings fields that strategies and admission added into the order of the type.
    private static void tidy(Resource resource, ObjectNode object) {
        boolean kept = Forms.isKept(resource, resource.storage());
        if (kept && resource.schema().of(resource.storage()) instanceof Struct type) {
            Tidy.object(object, type);
        }
    }

    /// What a write to this part of the object makes of the whole.
    private static ObjectNode part(Target target, ObjectNode object, ObjectNode old) {
        StatusRule rule = target.resource().status();
        if (target.subresource().isEmpty() && rule != StatusRule.NONE) {
            Metadata.copy(object, old, "status");
        }
        if (!target.subresource().equals("status")) {
            return object;
        }
        ObjectNode next = old.deepCopy();
        if (rule == StatusRule.TAKES_METADATA) {
            next.set("metadata", object.get("metadata"));
        } else {
            Metadata.copy(Metadata.of(next), object.path("metadata"), "managedFields");
        }
        Metadata.copy(next, object, "status");
        return next;
    }

    private static void prepare(Target target, ObjectNode next, ObjectNode old, Surroundings around, Problems problems)
            throws ApiException {
        Strategy strategy = target.resource().strategy();
        switch (target.subresource()) {
            case "" -> {
                strategy.updating(next, old, around);
                if (target.resource().generation() && !strategy.sameGeneration(next, old)) {
                    ObjectNode metadata = Metadata.of(next);
                    metadata.put(
                            "generation", Tree.number(metadata, "generation").orElse(0) + 1);
                }
                ObjectMetaValidation.validateUpdate(next, old, problems);
                strategy.validateUpdate(next, old, problems);
            }
            case "status" -> {
                strategy.updatingStatus(next, old, around);
                ObjectMetaValidation.validateUpdate(next, old, problems);
                strategy.validateStatusUpdate(next, old, problems);
            }
            default -> {
                strategy.updatingThrough(target.subresource(), next, old, around);
                ObjectMetaValidation.validateUpdate(next, old, problems);
                strategy.validateThrough(target.subresource(), next, old, problems);
            }
        }
    }

    private static void requireCurrent(Target target, ObjectNode object, ObjectNode old) throws ApiException {
        String uid = Tree.text(object, "metadata", "uid");
        String before = Tree.text(old, "metadata", "uid");
        if (!uid.isEmpty() && !uid.equals(before)) {
            throw target.conflict(
                    "Precondition failed: UID in precondition: %s, UID in object meta: %s".formatted(uid, before));
        }
        String revision = Tree.text(object, "metadata", "resourceVersion");
        if (revision.isEmpty() || revision.equals("0")) {
            if (!target.resource().strategy().updatesUnconditionally()) {
                Problems problems = new Problems();
                problems.invalid("metadata.resourceVersion", "0", "must be specified for an update");
                throw ApiException.invalid(target.group(), target.plural(), target.name(), problems);
            }
        } else if (!revision.equals(Tree.text(old, "metadata", "resourceVersion"))) {
            throw target.conflict(MODIFIED);
        }
    }

    static boolean isGone(Strategy strategy, ObjectNode object) {
        return Tree.has(object, "metadata", "deletionTimestamp")
                && Tree.list(object, "metadata", "finalizers").isEmpty()
                && Tree.number(object, "metadata", "deletionGracePeriodSeconds").orElse(0) == 0
                && !strategy.isHeld(object);
    }

    private static void check(Target target, Problems problems) throws ApiException {
        if (!problems.isEmpty()) {
            throw ApiException.invalid(target.group(), target.kind(), target.name(), problems);
        }
    }

    private long expiry(Strategy strategy) {
        return strategy.isPassing()
                ? services.clock().instant().plus(services.eventTtl()).toEpochMilli()
                : 0;
    }
}
