package dev.stowage.control.home;

import dev.stowage.control.discover.Catalog;
import dev.stowage.control.discover.Resource;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.DeleteOptions;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.model.PartialObjectMetadata;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// One look through a namespace, in which whatever is found is asked to go. Here steps are taken one by one and not as
/// a list of acts: what is found after each decides about the next.
final class Sweep {
    private final KubeClient api;
    private final String namespace;
    private final List<String> failures = new ArrayList<>();
    private final Map<String, Integer> remaining = new HashMap<>();
    private final Map<String, Integer> finalizers = new HashMap<>();
    private final Set<Kind<PartialObjectMetadata>> unfinished = new HashSet<>();
    private String undiscovered = "";

    Sweep(KubeClient api, String namespace) {
        this.api = api;
        this.namespace = namespace;
    }

    /// Pods first, and the rest when they are gone: they may need it to end in order.
    Findings run() throws InterruptedException {
        List<Resource> resources = resources();
        for (Resource pods : resources) {
            if (isPods(pods.kind())) {
                clear(pods);
            }
        }
        if (remaining.isEmpty()) {
            for (Resource resource : resources) {
                if (!isPods(resource.kind())) {
                    clear(resource);
                }
            }
        }
        return new Findings(undiscovered, failures, remaining, finalizers);
    }

    /// The kinds of which objects are left.
    Set<Kind<PartialObjectMetadata>> unfinished() {
        return unfinished;
    }

    private static boolean isPods(Kind<PartialObjectMetadata> kind) {
        return kind.toString().equals("pods");
    }

    private List<Resource> resources() throws InterruptedException {
        try {
            Catalog catalog = Catalog.of(api);
            if (!catalog.failed().isEmpty()) {
                undiscovered = "Discovery failed for some groups, "
                        + catalog.failed().size() + " failing: "
                        + String.join(", ", catalog.failed().stream().sorted().toList());
            }
            return catalog.resources().stream()
                    .filter(resource -> resource.kind().namespaced() && resource.can("list", "delete"))
                    .toList();
        } catch (ApiFailure e) {
            undiscovered = String.valueOf(e.getMessage());
            return List.of();
        }
    }

    private void clear(Resource resource) throws InterruptedException {
        try {
            if (api.list(resource.kind(), namespace).items().isEmpty()) {
                return;
            }
            delete(resource);
            note(resource.kind(), api.list(resource.kind(), namespace).items());
        } catch (ApiFailure e) {
            // Some are in the catalog, and not there all the same.
            if (!e.isNotFound() && e.code() != 405) {
                failures.add(String.valueOf(e.getMessage()));
            }
        }
    }

    private void delete(Resource resource) throws ApiFailure, InterruptedException {
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
