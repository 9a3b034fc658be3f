package dev.stowage.apiserver.apiextensions;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.storage.ConflictException;
import dev.stowage.apiserver.storage.ObjectKey;
import dev.stowage.apiserver.storage.ObjectStore;
import dev.stowage.apiserver.storage.ObjectWrite;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;

/// Creates definitions without a client request.
final class DefinitionInstaller {
    private DefinitionInstaller() {}

    /// Writes a definition as if a client had sent it. An existing one of the same name is left unchanged.
    static void write(ObjectNode sent, ObjectStore objectStore, InstantSource clock)
            throws IOException, InterruptedException {
        Instant now = clock.instant();
        ObjectNode object = Json.object();
        object.put("kind", "CustomResourceDefinition").put("apiVersion", CustomResourceDefinition.GROUP + "/v1");
        ObjectNode metadata = object.putObject("metadata");
        String name = JsonTree.text(sent, "metadata", "name");
        metadata.put("name", name)
                .put("uid", UUID.randomUUID().toString())
                .put("generation", 1)
                .put("creationTimestamp", now.truncatedTo(ChronoUnit.SECONDS).toString());
        metadata.set("annotations", JsonTree.at(sent, "metadata", "annotations"));
        object.set("spec", sent.get("spec"));
        DefinitionStrategy strategy = new DefinitionStrategy();
        strategy.complete(object);
        strategy.start(object);
        CustomResourceDefinition customResourceDefinition = new CustomResourceDefinition(object);
        CustomResourceDefinition established =
                DefinitionStatus.next(customResourceDefinition, List.of(), now).orElse(customResourceDefinition);
        try {
            objectStore.write(new ObjectWrite.Put(
                    new ObjectKey(CustomResourceDefinition.RESOURCE, "", name),
                    0,
                    DefinitionStatus.draft(established),
                    0));
        } catch (ConflictException _) {
            // Another client created it first.
            return;
        }
    }
}
