package dev.stowage.cluster.namespace;

import dev.stowage.cluster.discovery.ApiResource;
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

/// One look through a namespace, in which whatever is found is asked to go. Here steps are taken one by one
/// and not as
/// a list of acts: what is found after each decides about the next.
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

    /// Pods first, and the rest when they are gone: they may need it to end in order.
    RemainingContent run() throws InterruptedException {
        List<ApiResource> resources = resources();
        for (ApiResource pods : resources) {
            if (isPods(pods.kind())) {
                clear(pods);
            }
        }
        if (remaining.isEmpty()) {
            for (ApiResource apiResource : resources) {
                if (!isPods(apiResource.kind())) {
                    clear(apiResource);
                }
            }
        }
        return new RemainingContent(undiscovered, failures, remaining, finalizers);
    }

    /// The kinds of which objects are left.
    Set<Kind<PartialObjectMetadata>> unfinished() {
        return unfinished;
    }

    private static boolean isPods(Kind<PartialObjectMetadata> kind) {
        return kind.toString().equals("pods");
    }

    private List<ApiResource> resources() throws InterruptedException {
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
                    .filter(apiResource -> apiResource.kind().namespaced() && apiResource.can("list", "delete"))
                    .toList();
        } catch (ApiFailure e) {
            undiscovered = String.valueOf(e.getMessage());
            return List.of();
        }
    }

    private void clear(ApiResource apiResource) throws InterruptedException {
        try {
            if (api.list(apiResource.kind(), namespace).items().isEmpty()) {
                return;
            }
            delete(apiResource);
            note(apiResource.kind(), api.list(apiResource.kind(), namespace).items());
        } catch (ApiFailure e) {
            // Some are in the catalog, and not there all the same.
            if (!e.isNotFound() && e.code() != 405) {
                failures.add(String.valueOf(e.getMessage()));
            }
        }
    }

    private void delete(ApiResource apiResource) throws ApiFailure, InterruptedException {
        if (apiResource.can("deletecollection")) {
            api.deleteAll(apiResource.kind(), namespace, DeleteOptions.background());
            return;
        }
        for (PartialObjectMetadata item :
                api.list(apiResource.kind(), namespace).items()) {
            api.delete(item, apiResource.kind(), DeleteOptions.background());
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
