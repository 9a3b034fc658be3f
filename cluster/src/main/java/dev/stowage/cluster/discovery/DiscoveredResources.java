package dev.stowage.cluster.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.model.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The resources of a server, each once.
///
/// @param named the resource by version and kind, for all versions that are served, for example `apps/v1 Deployment`
/// @param failed groups that did not answer: what they have is not known, which is not the same as nothing
public record DiscoveredResources(List<ApiResource> resources, Map<String, ApiResource> named, Set<String> failed) {
    private static final String FORM = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

    public static DiscoveredResources empty() {
        return new DiscoveredResources(List.of(), Map.of(), Set.of());
    }

    public static DiscoveredResources of(KubeClient api) throws ApiFailure, InterruptedException {
        return parse(List.of(api.read("/api", FORM), api.read("/apis", FORM)));
    }

    static DiscoveredResources parse(List<JsonNode> pages) throws ApiFailure {
        List<ApiResource> resources = new ArrayList<>();
        Map<String, ApiResource> named = new HashMap<>();
        Set<String> failed = new HashSet<>();
        for (JsonNode page : pages) {
            if (!page.path("kind").asText("").equals("APIGroupDiscoveryList")) {
                throw new ApiFailure(
                        406, "NotAcceptable", "The server does not list its resources at once; 1.30 is needed.", null);
            }
            for (JsonNode group : page.path("items")) {
                read(group, resources, named, failed);
            }
        }
        return new DiscoveredResources(List.copyOf(resources), Map.copyOf(named), Set.copyOf(failed));
    }

    private static void read(
            JsonNode item, List<ApiResource> resources, Map<String, ApiResource> named, Set<String> failed) {
        String group = item.path("metadata").path("name").asText("");
        Map<String, ApiResource> preferred = new LinkedHashMap<>();
        for (JsonNode version : item.path("versions")) {
            if (version.path("freshness").asText("").equals("Stale")) {
                failed.add(group);
            }
            for (JsonNode one : version.path("resources")) {
                ApiResource apiResource = read(group, version.path("version").asText(""), one);
                ApiResource first = preferred.putIfAbsent(apiResource.kind().plural(), apiResource);
                named.putIfAbsent(
                        name(apiResource.kind().apiVersion(), apiResource.kind().name()),
                        first == null ? apiResource : first);
            }
        }
        resources.addAll(preferred.values());
    }

    private static ApiResource read(String group, String version, JsonNode one) {
        Set<String> verbs = new HashSet<>();
        one.path("verbs").forEach(verb -> verbs.add(verb.asText("")));
        return new ApiResource(
                Kind.bare(
                        group,
                        version,
                        one.path("resource").asText(""),
                        one.path("responseKind").path("kind").asText(""),
                        one.path("scope").asText("").equals("Namespaced")),
                Set.copyOf(verbs));
    }

    /// What an owner reference points into.
    public Optional<ApiResource> find(String apiVersion, String kind) {
        return Optional.ofNullable(named.get(name(apiVersion, kind)));
    }

    private static String name(String apiVersion, String kind) {
        return apiVersion + " " + kind;
    }

    /// This catalog, and what an older one had in the groups that have failed.
    public DiscoveredResources keeping(DiscoveredResources older) {
        if (failed.isEmpty()) {
            return this;
        }
        List<ApiResource> kept = new ArrayList<>(resources);
        Set<Kind<?>> known = new HashSet<>();
        resources.forEach(apiResource -> known.add(apiResource.kind()));
        older.resources.stream()
                .filter(apiResource -> failed.contains(apiResource.kind().group()) && known.add(apiResource.kind()))
                .forEach(kept::add);
        Map<String, ApiResource> names = new HashMap<>(named);
        older.named.forEach((name, apiResource) -> {
            if (failed.contains(apiResource.kind().group())) {
                names.putIfAbsent(name, apiResource);
            }
        });
        return new DiscoveredResources(List.copyOf(kept), Map.copyOf(names), failed);
    }
}
