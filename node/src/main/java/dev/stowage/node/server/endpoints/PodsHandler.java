package dev.stowage.node.server.endpoints;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.http.server.HttpExchange;
import dev.stowage.http.server.HttpHandler;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.ObjectMeta;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.pod.PodLister;
import java.io.IOException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// `/pods`: the pods of this node, as the API has them.
public final class PodsHandler implements HttpHandler {
    private final PodLister podLister;

    public PodsHandler(PodLister podLister) {
        this.podLister = podLister;
    }

    @Override
    public void handle(HttpExchange httpExchange) throws IOException {
        ObjectNode list = Json.object().put("kind", "PodList").put("apiVersion", "v1");
        list.putObject("metadata");
        ArrayNode items = list.putArray("items");
        podLister.pods().forEach(pod -> items.add(written(pod)));
        httpExchange.reply(200, "application/json", Json.write(list));
    }

    private static ObjectNode written(NodePod pod) {
        ObjectMeta meta = pod.meta();
        ObjectNode object = Json.object();
        ObjectNode told = object.putObject("metadata")
                .put("name", meta.name())
                .put("namespace", meta.namespace())
                .put("uid", meta.uid())
                .put("resourceVersion", meta.resourceVersion());
        time(told, "creationTimestamp", meta.creationTimestamp());
        time(told, "deletionTimestamp", meta.deletionTimestamp());
        if (!meta.labels().isEmpty()) {
            meta.labels().forEach(told.putObject("labels")::put);
        }
        if (!meta.annotations().isEmpty()) {
            meta.annotations().forEach(told.putObject("annotations")::put);
        }
        object.set("spec", pod.spec());
        object.set("status", pod.status());
        return object;
    }

    private static void time(ObjectNode told, String name, @Nullable Instant at) {
        if (at != null) {
            told.put(name, at.toString());
        }
    }
}
