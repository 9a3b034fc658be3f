package dev.stowage.apiserver.engine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.failure.Reason;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.store.ConflictException;
import dev.stowage.apiserver.store.Entry;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Making and replacing objects.
public final class Writes {
    private static final int NAMES = 8;
    private static final int TRIES = 16;

    private final Services services;
    private final Commit commit;

    Writes(Services services, Commit commit) {
        this.services = services;
        this.commit = commit;
    }

    public Outcome create(Target target, Agent agent, Parameters parameters, Body body)
            throws ApiException, IOException, InterruptedException {
        WriteOptions options = WriteOptions.parse(WriteOptions.Kind.CREATE, parameters, agent);
        List<String> warnings = new ArrayList<>();
        ObjectNode sent = Incoming.read(target, body, options, warnings);
        Entry made = add(target, agent, options, sent, warnings);
        return new Outcome.Found(201, made, warnings);
    }

    /// @param sent in the version of the client
    Entry add(Target target, Agent agent, WriteOptions options, ObjectNode sent, List<String> warnings)
            throws ApiException, IOException, InterruptedException {
        String name = Tree.text(sent, "metadata", "name");
        String start = Tree.text(sent, "metadata", "generateName");
        Metadata.of(sent).remove("managedFields");
        if (!Tree.text(sent, "metadata", "resourceVersion").isEmpty()
                && !Tree.text(sent, "metadata", "resourceVersion").equals("0")) {
            throw new ApiException(Reason.INTERNAL_ERROR, "resourceVersion should not be set on objects to be created");
        }
        for (int i = 1; ; i++) {
            ObjectNode object = sent.deepCopy();
            if (name.isEmpty() && !start.isEmpty()) {
                Metadata.of(object).put("name", GeneratedName.of(start));
            }
            Target named = target.named(Tree.text(object, "metadata", "name"));
            ObjectNode kept = finish(named, options, Optional.empty(), object);
            try {
                return commit.add(named, agent, options.dryRun(), kept, warnings);
            } catch (ConflictException _) {
                ApiException exists = ApiException.alreadyExists(named.group(), named.plural(), named.name());
                if (!name.isEmpty() || start.isEmpty()) {
                    throw exists;
                }
                if (i == NAMES) {
                    throw new ApiException(
                            Reason.ALREADY_EXISTS,
                            exists.getMessage() + ", the server was not able to generate a unique name for the object",
                            exists.details().retryAfter(1));
                }
            }
        }
    }

    /// Fills in defaults, notes who wrote what, and turns it into what is kept.
    ///
    /// @param live in the version of the client
    ObjectNode finish(Target target, WriteOptions options, Optional<ObjectNode> live, ObjectNode object)
            throws ApiException {
        preset(target, object);
        Ownership.updated(target, live, object, options.manager(), now());
        return keep(target, object);
    }

    /// The same without a word about who wrote it.
    ObjectNode complete(Target target, ObjectNode object) {
        preset(target, object);
        return keep(target, object);
    }

    private static void preset(Target target, ObjectNode object) {
        Bodies.presets(target, object);
        if (Forms.isKept(target.resource(), target.version())) {
            target.resource().strategy().complete(object);
        }
    }

    private static ObjectNode keep(Target target, ObjectNode object) {
        Resource resource = target.resource();
        boolean kept = Forms.isKept(resource, target.version());
        ObjectNode stored = Forms.toKept(resource, target.version(), object);
        if (!kept) {
            resource.strategy().complete(stored);
        }
        return stored;
    }

    Instant now() {
        return services.clock().instant();
    }

    public Outcome update(Target target, Agent agent, Parameters parameters, Body body)
            throws ApiException, IOException, InterruptedException {
        WriteOptions options = WriteOptions.parse(WriteOptions.Kind.UPDATE, parameters, agent);
        List<String> warnings = new ArrayList<>();
        ObjectNode sent = Incoming.read(target, body, options, warnings);
        Incoming.requireName(target, sent);
        for (int i = 1; ; i++) {
            Optional<Entry> current = services.store().get(target.key());
            if (current.isEmpty()) {
                if (!target.resource().strategy().createsOnUpdate()
                        || !target.subresource().isEmpty()) {
                    throw target.notFound();
                }
                return new Outcome.Found(201, add(target, agent, options, sent, warnings), warnings);
            }
            ObjectNode live = Forms.tree(
                    target.resource(), target.version(), current.get().value());
            ObjectNode kept = finish(target, options, Optional.of(live), sent.deepCopy());
            try {
                Entry entry = commit.replace(target, agent, options.dryRun(), kept, current.get(), warnings);
                return new Outcome.Found(200, entry, warnings);
            } catch (ConflictException _) {
                String revision = Tree.text(sent, "metadata", "resourceVersion");
                if (i == TRIES || !(revision.isEmpty() || revision.equals("0"))) {
                    throw target.conflict(Commit.MODIFIED);
                }
            }
        }
    }
}
