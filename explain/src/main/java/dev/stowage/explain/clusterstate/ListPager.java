package dev.stowage.explain.clusterstate;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.explain.clusterstate.ClusterStateReader.ListResult;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.List;

/// Reads a long list in pages, up to a limit.
record ListPager(KubeClient api, ResourceKind kind) {
    private static final int PAGE = 500;
    /// More objects of one kind do not help to explain one volume, and use memory.
    private static final int MOST = 20_000;

    /// Pages that were read before a failure count too: a list expires when the server compacts its history.
    ListResult read(String path) throws InterruptedException {
        List<KubeResource> things = new ArrayList<>();
        String next = "";
        try {
            do {
                JsonNode page = api.read(path + "?limit=" + PAGE + next);
                page.path("items").forEach(item -> things.add(new KubeResource(kind, stripped(item))));
                String token = page.at("/metadata/continue").asText("");
                next = token.isEmpty() ? "" : "&continue=" + URLEncoder.encode(token, UTF_8);
            } while (!next.isEmpty() && things.size() < MOST);
        } catch (ApiFailure e) {
            return new ListResult(things, why(e));
        }
        return new ListResult(things, next.isEmpty() ? "" : "there are more than " + MOST);
    }

    private String why(ApiFailure e) {
        if (e.isForbidden()) {
            return "not allowed to list " + kind.plural();
        }
        if (e.isNotFound()) {
            return "the server has no " + kind.plural();
        }
        return String.valueOf(e.getMessage());
    }

    /// Managed fields are half of every object and explain nothing.
    private static JsonNode stripped(JsonNode item) {
        if (item.path("metadata") instanceof ObjectNode meta) {
            meta.remove("managedFields");
        }
        return item;
    }
}
