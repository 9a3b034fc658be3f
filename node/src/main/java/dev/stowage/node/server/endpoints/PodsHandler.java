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
    public void handle(HttpExchange exchange) throws IOException {
        ObjectNode list = Json.object().put("kind", "PodList").put("apiVersion", "v1");
        list.putObject("metadata");
        ArrayNode items = list.putArray("items");
        podLister.pods().forEach(pod -> items.add(written(pod)));
        exchange.reply(200, "application/json", Json.write(list));
    }

    private static ObjectNode written(NodePod pod) {
        ObjectMeta meta = pod.meta();
        ObjectNode object = Json.object();
        ObjectNode json = object.putObject("metadata")
                .put("name", meta.name())
                .put("namespace", meta.namespace())
                .put("uid", meta.uid())
                .put("resourceVersion", meta.resourceVersion());
        time(json, "creationTimestamp", meta.creationTimestamp());
        time(json, "deletionTimestamp", meta.deletionTimestamp());
        if (!meta.labels().isEmpty()) {
            meta.labels().forEach(json.putObject("labels")::put);
        }
        if (!meta.annotations().isEmpty()) {
            meta.annotations().forEach(json.putObject("annotations")::put);
        }
        object.set("spec", pod.spec());
        object.set("status", pod.status());
        return object;
    }

    private static void time(ObjectNode json, String name, @Nullable Instant at) {
        if (at != null) {
            json.put(name, at.toString());
        }
    }
}
