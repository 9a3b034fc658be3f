package dev.stowage.apiserver.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.admission.Attempt;
import dev.stowage.apiserver.admission.Operation;
import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.Same;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.store.ConflictException;
import dev.stowage.apiserver.store.Draft;
import dev.stowage.apiserver.store.Entry;
import dev.stowage.apiserver.store.Mutation;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/// Removing objects, at once or when everybody who has to has let go of them.
public final class Deletes {
    private static final int TRIES = 16;
    private static final String ORPHAN = "orphan";
    private static final String FOREGROUND = "foregroundDeletion";

    /// Those of which a client gets the last state rather than a word.
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

    private final Services services;
    private final Reads reads;

    Deletes(Services services, Reads reads) {
        this.services = services;
        this.reads = reads;
    }

    public Outcome delete(Target target, Agent agent, Parameters parameters, Body body)
            throws ApiException, IOException, InterruptedException {
        DeleteOptions options = DeleteOptions.parse(parameters, body);
        Deleted deleted = delete(target, agent, options);
        int code = !deleted.gone() && options.orphan().filter(orphan -> !orphan).isPresent() ? 202 : 200;
        if (deleted.gone() && !SHOWN.contains(target.resource().key())) {
            return new Outcome.Told(code, success(target, deleted.last()), List.of());
        }
        return new Outcome.Found(code, deleted.last(), List.of());
    }

    private static ObjectNode success(Target target, Entry last) {
        ObjectNode status = Json.object().put("kind", "Status").put("apiVersion", "v1");
        status.putObject("metadata");
        status.put("status", "Success");
        ObjectNode details = status.putObject("details").put("name", target.name());
        if (!target.group().isEmpty()) {
            details.put("group", target.group());
        }
        details.put("kind", target.plural());
        details.put("uid", Tree.text(Json.stored(last.value()), "metadata", "uid"));
        return status;
    }

    public Outcome deleteCollection(Target target, Agent agent, Parameters parameters, Body body)
            throws ApiException, IOException, InterruptedException {
        DeleteOptions options = DeleteOptions.parse(parameters, body);
        Listing found = reads.list(target, parameters);
        List<Entry> deleted = new ArrayList<>();
        for (Entry entry : found.entries()) {
            Target one = new Target(
                    target.resource(),
                    target.version(),
                    entry.key().namespace(),
                    entry.key().name(),
                    "");
            try {
                deleted.add(delete(one, agent, options).last());
            } catch (ApiException e) {
                if (e.reason() != dev.stowage.apiserver.failure.Reason.NOT_FOUND) {
                    throw e;
                }
            }
        }
        return new Outcome.Many(
                200, new Listing(deleted, found.revision(), found.next(), OptionalLong.empty()), List.of());
    }

    private record Deleted(Entry last, boolean gone) {}

    private Deleted delete(Target target, Agent agent, DeleteOptions options)
            throws ApiException, IOException, InterruptedException {
        for (int i = 1; ; i++) {
            Entry current = services.store().get(target.key()).orElseThrow(target::notFound);
            try {
                return delete(target, agent, options, current);
            } catch (ConflictException _) {
                if (i == TRIES) {
                    throw target.conflict(Commit.MODIFIED);
                }
            }
        }
    }

    private Deleted delete(Target target, Agent agent, DeleteOptions options, Entry current)
            throws ApiException, ConflictException, IOException, InterruptedException {
        Strategy strategy = target.resource().strategy();
        ObjectNode old = Json.stored(current.value());
        services.admission()
                .admit(new Attempt(Operation.DELETE, target.resource(), "", null, old, services.around(agent)));
        options.require(target, old);
        ObjectNode object = old.deepCopy();
        boolean graceful = false;
        long left = Tree.number(old, "metadata", "deletionGracePeriodSeconds").orElse(0);
        if (Tree.has(old, "metadata", "deletionTimestamp")) {
            if (left > 0) {
                if (options.grace() < 0 || options.grace() >= left) {
                    return new Deleted(current, false);
                }
                shorten(Metadata.of(object), left, options.grace());
                graceful = options.grace() > 0;
            }
        } else {
            long grace = strategy.gracePeriod(object, options.grace());
            if (grace > 0) {
                mark(Metadata.of(object), services.clock().instant().plusSeconds(grace), grace);
                graceful = true;
            }
        }
        finalizers(object, options);
        boolean held = strategy.isHeld(object);
        if (!graceful && (held || !Tree.list(object, "metadata", "finalizers").isEmpty())) {
            stay(object, held);
        } else if (!graceful) {
            return remove(target, object, options.dryRun(), current);
        }
        strategy.deleting(object);
        if (Same.same(object, old)) {
            return new Deleted(current, false);
        }
        if (options.dryRun()) {
            return new Deleted(new Entry(target.key(), current.revision(), Json.write(object), 0), false);
        }
        Mutation put = new Mutation.Put(target.key(), current.revision(), Draft.of(object), current.expiresAt());
        return new Deleted(services.store().write(put), false);
    }

    private Deleted remove(Target target, ObjectNode object, boolean dryRun, Entry current)
            throws ConflictException, IOException, InterruptedException {
        if (dryRun) {
            return new Deleted(current, true);
        }
        Mutation removal = new Mutation.Remove(target.key(), current.revision(), Draft.of(object));
        return new Deleted(services.store().write(removal), true);
    }

    /// It is not graceful, but has to stay until others let go.
    private void stay(ObjectNode object, boolean held) {
        ObjectNode metadata = Metadata.of(object);
        if (!Tree.has(metadata, "deletionTimestamp")) {
            if (held) {
                metadata.put("deletionTimestamp", Metadata.time(services.clock().instant()));
                return;
            }
            mark(metadata, services.clock().instant(), 0);
        } else if (!held) {
            metadata.put("deletionGracePeriodSeconds", 0);
        }
    }

    private static void mark(ObjectNode metadata, Instant when, long grace) {
        long generation = Tree.number(metadata, "generation").orElse(0);
        if (generation > 0) {
            metadata.put("generation", generation + 1);
        }
        metadata.put("deletionTimestamp", Metadata.time(when));
        metadata.put("deletionGracePeriodSeconds", grace);
    }

    private void shorten(ObjectNode metadata, long left, long grace) {
        Instant end = Instant.parse(Tree.text(metadata, "deletionTimestamp"))
                .minusSeconds(left)
                .plusSeconds(grace);
        Instant now = services.clock().instant();
        boolean past = end.isBefore(now);
        metadata.put("deletionTimestamp", Metadata.time(past ? now : end));
        metadata.put("deletionGracePeriodSeconds", past && grace != 0 ? 1 : grace);
    }

    private static void finalizers(ObjectNode object, DeleteOptions options) {
        ArrayNode next = Json.list();
        boolean orphan = false;
        boolean foreground = false;
        for (JsonNode finalizer : Tree.list(object, "metadata", "finalizers")) {
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
            Metadata.of(object).remove("finalizers");
        } else {
            Metadata.of(object).set("finalizers", next);
        }
    }
}
