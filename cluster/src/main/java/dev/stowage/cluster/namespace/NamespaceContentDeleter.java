package dev.stowage.cluster.namespace;

import dev.stowage.cluster.discovery.DiscoveredResource;
import dev.stowage.cluster.discovery.DiscoveredResources;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.DeleteOptions;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.PartialObjectMetadata;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// One pass over a namespace that deletes everything it finds. Here requests are sent one by one and not as a
/// list of actions: the result of each decides about the next.
final class NamespaceContentDeleter {
    private final KubeClient api;
    private final String namespace;
    private final List<String> failures = new ArrayList<>();
    private final Map<String, Integer> remaining = new HashMap<>();
    private final Map<String, Integer> finalizers = new HashMap<>();
    private final Set<Kind<PartialObjectMetadata>> unfinished = new HashSet<>();
    private String undiscovered = "";

    NamespaceContentDeleter(KubeClient api, String namespace) {
        this.api = api;
        this.namespace = namespace;
    }

    /// Pods first, and the rest when they are deleted: they may need it for a graceful shutdown.
    RemainingContent run() throws InterruptedException {
        List<DiscoveredResource> resources = resources();
        for (DiscoveredResource pods : resources) {
            if (isPods(pods.kind())) {
                clear(pods);
            }
        }
        if (remaining.isEmpty()) {
            for (DiscoveredResource resource : resources) {
                if (!isPods(resource.kind())) {
                    clear(resource);
                }
            }
        }
        return new RemainingContent(undiscovered, failures, remaining, finalizers);
    }

    /// The kinds that still have objects.
    Set<Kind<PartialObjectMetadata>> unfinished() {
        return unfinished;
    }

    private static boolean isPods(Kind<PartialObjectMetadata> kind) {
        return kind.toString().equals("pods");
    }

    private List<DiscoveredResource> resources() throws InterruptedException {
        try {
            DiscoveredResources discoveredResources = DiscoveredResources.of(api);
            if (!discoveredResources.failed().isEmpty()) {
                undiscovered = "Discovery failed for some groups, "
                        + discoveredResources.failed().size() + " failing: "
                        + String.join(
                                ", ",
                                discoveredResources.failed().stream().sorted().toList());
            }
            return discoveredResources.resources().stream()
                    .filter(resource -> resource.kind().namespaced() && resource.can("list", "delete"))
                    .toList();
        } catch (ApiFailure e) {
            undiscovered = String.valueOf(e.getMessage());
            return List.of();
        }
    }

    private void clear(DiscoveredResource resource) throws InterruptedException {
        try {
            if (api.list(resource.kind(), namespace).items().isEmpty()) {
                return;
            }
            delete(resource);
            note(resource.kind(), api.list(resource.kind(), namespace).items());
        } catch (ApiFailure e) {
            // Some are listed in discovery but do not exist.
            if (!e.isNotFound() && e.code() != 405) {
                failures.add(String.valueOf(e.getMessage()));
            }
        }
    }

    private void delete(DiscoveredResource resource) throws ApiFailure, InterruptedException {
        if (resource.can("deletecollection")) {
            api.deleteAll(resource.kind(), namespace, DeleteOptions.background());
            return;
        }
        for (PartialObjectMetadata item : api.list(resource.kind(), namespace).items()) {
            api.delete(item, resource.kind(), DeleteOptions.background());
        }
    }

    private void note(Kind<PartialObjectMetadata> kind, List<PartialObjectMetadata> left) {
        if (left.isEmpty()) {
            return;
        }
        unfinished.add(kind);
        remaining.put(kind.plural() + "." + kind.group(), left.size());
        left.forEach(item -> item.meta().finalizers().forEach(name -> finalizers.merge(name, 1, Integer::sum)));
        if (!isPods(kind)
                && left.stream().allMatch(item -> item.meta().finalizers().isEmpty())) {
            failures.add("unexpected items still remain in namespace: " + namespace + " for gvr: " + kind.group() + "/"
                    + kind.version() + ", Resource=" + kind.plural());
        }
    }
}
