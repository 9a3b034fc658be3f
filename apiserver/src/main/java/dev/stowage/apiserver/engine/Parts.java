package dev.stowage.apiserver.engine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.failure.Reason;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Verb;
import dev.stowage.apiserver.store.ConflictException;
import dev.stowage.apiserver.store.Entry;
import java.io.IOException;
import java.util.List;

/// Sub-resources that take and show something else than the object: its scale, a token for it, where it goes.
public final class Parts {
    private static final int TRIES = 5;

    private final Services services;
    private final Commit commit;
    private final Deletes deletes;
    private final Scaling scaling;

    Parts(Services services, Commit commit, Deletes deletes) {
        this.services = services;
        this.commit = commit;
        this.deletes = deletes;
        this.scaling = new Scaling(services, commit);
    }

    /// An object that is only read, never kept.
    public ObjectNode read(Target target, Body body) throws ApiException {
        ObjectNode object = Bodies.plain(body, target.kind());
        Incoming.requireKind(target, object);
        return object;
    }

    public Outcome.Told answer(Target target, Agent agent, Parameters parameters, Verb verb, Body body)
            throws ApiException, IOException, InterruptedException {
        Target whole = new Target(target.resource(), target.version(), target.namespace(), target.name(), "");
        return switch (target.subresource()) {
            case "scale" -> scaling.answer(whole, agent, parameters, verb, body);
            case "token" -> token(target, agent, body);
            case "eviction" -> evict(whole, agent, parameters, body);
            case "binding" -> send(target, agent, parameters, body);
            default ->
                throw new ApiException(
                        Reason.SERVICE_UNAVAILABLE,
                        "%s/%s is not served here".formatted(target.plural(), target.subresource()));
        };
    }

    private Outcome.Told token(Target target, Agent agent, Body body) throws ApiException {
        Entry account = services.store().get(target.key()).orElseThrow(target::notFound);
        ObjectNode request = Bodies.plain(body, "TokenRequest");
        ObjectNode issued = services.access().issue(Json.stored(account.value()), request, agent.user());
        return new Outcome.Told(201, issued, List.of());
    }

    private Outcome.Told evict(Target target, Agent agent, Parameters parameters, Body body)
            throws ApiException, IOException, InterruptedException {
        ObjectNode eviction = Bodies.plain(body, "Eviction");
        ObjectNode options = Tree.object(eviction, "deleteOptions").orElseGet(Json::object);
        deletes.delete(target, agent, parameters, new Body(Json.write(options), "application/json"));
        return new Outcome.Told(201, success(), List.of());
    }

    private Outcome.Told send(Target target, Agent agent, Parameters parameters, Body body)
            throws ApiException, IOException, InterruptedException {
        WriteOptions options = WriteOptions.parse(WriteOptions.Kind.CREATE, parameters, agent);
        ObjectNode sent = Bodies.plain(body, "object");
        for (int i = 1; ; i++) {
            Entry current = services.store().get(target.key()).orElseThrow(target::notFound);
            ObjectNode object = Json.stored(current.value());
            target.resource().strategy().sent(target.subresource(), sent, object, services.around(agent));
            try {
                commit.adjust(target, options.dryRun(), object, current);
                return new Outcome.Told(201, success(), List.of());
            } catch (ConflictException _) {
                if (i == TRIES) {
                    throw target.conflict(Commit.MODIFIED);
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
