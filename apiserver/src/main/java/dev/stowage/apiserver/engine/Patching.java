package dev.stowage.apiserver.engine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.patch.PatchKind;
import dev.stowage.apiserver.patch.Patches;
import dev.stowage.apiserver.schema.Schema;
import dev.stowage.apiserver.store.ConflictException;
import dev.stowage.apiserver.store.Entry;
import dev.stowage.apiserver.store.Store;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Changing objects by what is different. A change that met another writer is made again to what that one left, for it
/// was written without a word about the rest.
public final class Patching {
    private static final int TRIES = 5;

    private final Store store;
    private final Writes writes;
    private final Commit commit;

    Patching(Services services, Writes writes, Commit commit) {
        this.store = services.store();
        this.writes = writes;
        this.commit = commit;
    }

    public Outcome patch(Target target, Agent agent, Parameters parameters, PatchKind kind, Body body)
            throws ApiException, IOException, InterruptedException {
        WriteOptions options = WriteOptions.parse(WriteOptions.Kind.PATCH, parameters, agent);
        Schema schema = target.resource().schema().of(target.version());
        for (int i = 1; ; i++) {
            List<String> warnings = new ArrayList<>();
            Entry current = store.get(target.key()).orElseThrow(target::notFound);
            ObjectNode live = Forms.tree(target.resource(), target.version(), current.value());
            ObjectNode result = Patches.apply(kind, body.bytes(), live, schema);
            ObjectNode patched = Bodies.check(target, result, options.validation(), warnings);
            Incoming.requireKind(target, patched);
            Incoming.requireName(target, patched);
            boolean locked = !Tree.text(patched, "metadata", "resourceVersion")
                    .equals(Tree.text(live, "metadata", "resourceVersion"));
            ObjectNode kept = writes.finish(target, options, Optional.of(live), patched);
            try {
                Entry entry = commit.replace(target, agent, options.dryRun(), kept, current, warnings);
                return new Outcome.Found(200, entry, warnings);
            } catch (ConflictException _) {
                if (locked || i == TRIES) {
                    throw target.conflict(Commit.MODIFIED);
                }
            }
        }
    }

    /// Server-side apply: makes the object when it is not there.
    public Outcome apply(Target target, Agent agent, Parameters parameters, Body body)
            throws ApiException, IOException, InterruptedException {
        WriteOptions options = WriteOptions.parse(WriteOptions.Kind.APPLY, parameters, agent);
        Body yaml = new Body(body.bytes(), "application/yaml");
        for (int i = 1; ; i++) {
            List<String> warnings = new ArrayList<>();
            ObjectNode applied = Bodies.plain(yaml, target.kind());
            Incoming.requireApplied(target, applied);
            Optional<Entry> current = store.get(target.key());
            if (current.isEmpty() && !target.subresource().isEmpty()) {
                throw target.notFound();
            }
            Optional<ObjectNode> live =
                    current.map(entry -> Forms.tree(target.resource(), target.version(), entry.value()));
            ObjectNode merged = Ownership.apply(target, live, applied, options, writes.now());
            ObjectNode kept = writes.complete(target, Bodies.check(target, merged, options.validation(), warnings));
            try {
                if (current.isEmpty()) {
                    Entry made = commit.add(target, agent, options.dryRun(), kept, warnings);
                    return new Outcome.Found(201, made, warnings);
                }
                Entry entry = commit.replace(target, agent, options.dryRun(), kept, current.get(), warnings);
                return new Outcome.Found(200, entry, warnings);
            } catch (ConflictException _) {
                if (i == TRIES) {
                    throw target.conflict(Commit.MODIFIED);
                }
            }
        }
    }
}
