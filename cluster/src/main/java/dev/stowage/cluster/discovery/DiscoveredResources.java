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

/// The resources of a server, each listed once.
///
/// @param named the resource by version and kind, for all versions that are served, for example `apps/v1
///     Deployment`
/// @param failed groups that did not respond: their resources are unknown, which is not the same as none
public record DiscoveredResources(
        List<DiscoveredResource> resources, Map<String, DiscoveredResource> named, Set<String> failed) {
    private static final String FORM = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

    public static DiscoveredResources empty() {
        return new DiscoveredResources(List.of(), Map.of(), Set.of());
    }

    public static DiscoveredResources of(KubeClient api) throws ApiFailure, InterruptedException {
        return parse(List.of(api.read("/api", FORM), api.read("/apis", FORM)));
    }

    static DiscoveredResources parse(List<JsonNode> pages) throws ApiFailure {
        List<DiscoveredResource> resources = new ArrayList<>();
        Map<String, DiscoveredResource> named = new HashMap<>();
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
            JsonNode item,
            List<DiscoveredResource> resources,
            Map<String, DiscoveredResource> named,
            Set<String> failed) {
        String group = item.path("metadata").path("name").asText("");
        Map<String, DiscoveredResource> preferred = new LinkedHashMap<>();
        for (JsonNode version : item.path("versions")) {
            if (version.path("freshness").asText("").equals("Stale")) {
                failed.add(group);
            }
            for (JsonNode one : version.path("resources")) {
                DiscoveredResource resource =
                        read(group, version.path("version").asText(""), one);
                DiscoveredResource first = preferred.putIfAbsent(resource.kind().plural(), resource);
                named.putIfAbsent(
                        name(resource.kind().apiVersion(), resource.kind().name()), first == null ? resource : first);
            }
        }
        resources.addAll(preferred.values());
    }

    private static DiscoveredResource read(String group, String version, JsonNode one) {
        Set<String> verbs = new HashSet<>();
        one.path("verbs").forEach(verb -> verbs.add(verb.asText("")));
        return new DiscoveredResource(
                Kind.metadataOnly(
                        group,
                        version,
                        one.path("resource").asText(""),
                        one.path("responseKind").path("kind").asText(""),
                        one.path("scope").asText("").equals("Namespaced")),
                Set.copyOf(verbs));
    }

    /// The resource that an owner reference points to.
    public Optional<DiscoveredResource> find(String apiVersion, String kind) {
        return Optional.ofNullable(named.get(name(apiVersion, kind)));
    }

    private static String name(String apiVersion, String kind) {
        return apiVersion + " " + kind;
    }

    /// These resources, plus those of an older list for the groups that failed.
    public DiscoveredResources keeping(DiscoveredResources older) {
        if (failed.isEmpty()) {
            return this;
        }
        List<DiscoveredResource> kept = new ArrayList<>(resources);
        Set<Kind<?>> known = new HashSet<>();
        resources.forEach(resource -> known.add(resource.kind()));
        older.resources.stream()
                .filter(resource -> failed.contains(resource.kind().group()) && known.add(resource.kind()))
                .forEach(kept::add);
        Map<String, DiscoveredResource> names = new HashMap<>(named);
        older.named.forEach((name, resource) -> {
            if (failed.contains(resource.kind().group())) {
                names.putIfAbsent(name, resource);
            }
        });
        return new DiscoveredResources(List.copyOf(kept), Map.copyOf(names), failed);
    }
}
