package dev.stowage.apiserver.crd;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.store.ConflictException;
import dev.stowage.apiserver.store.Key;
import dev.stowage.apiserver.store.Mutation;
import dev.stowage.apiserver.store.Store;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;

/// Makes definitions without a client.
final class Installing {
    private Installing() {}

    /// Writes a definition as if a client had sent it. One of the same name is left as it is.
    static void write(ObjectNode sent, Store store, InstantSource clock) throws IOException, InterruptedException {
        Instant now = clock.instant();
        ObjectNode object = Json.object();
        object.put("kind", "CustomResourceDefinition").put("apiVersion", Definition.GROUP + "/v1");
        ObjectNode metadata = object.putObject("metadata");
        String name = Tree.text(sent, "metadata", "name");
        metadata.put("name", name)
                .put("uid", UUID.randomUUID().toString())
                .put("generation", 1)
                .put("creationTimestamp", now.truncatedTo(ChronoUnit.SECONDS).toString());
        metadata.set("annotations", Tree.at(sent, "metadata", "annotations"));
        object.set("spec", sent.get("spec"));
        DefinitionStrategy strategy = new DefinitionStrategy();
        strategy.complete(object);
        strategy.start(object);
        Definition definition = new Definition(object);
        Definition established = Establishing.next(definition, List.of(), now).orElse(definition);
        try {
            store.write(
                    new Mutation.Put(new Key(Definition.RESOURCE, "", name), 0, Establishing.draft(established), 0));
        } catch (ConflictException _) {
            // Somebody was faster.
            return;
        }
    }
}
