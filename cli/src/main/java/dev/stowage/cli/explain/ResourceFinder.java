package dev.stowage.cli.explain;

import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.flags.SpellingSuggestion;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/// Finds the subject, or suggests similar objects.
record ResourceFinder(ClusterState clusterState, ExplainOptions options) {

    KubeResource require() throws IOException {
        ResourceKind resourceKind = options.resourceKind();
        String namespace = resourceKind.isNamespaced() ? options.namespace() : "";
        return clusterState
                .find(resourceKind, namespace, options.name())
                .orElseThrow(() -> missing(resourceKind, namespace));
    }

    private IOException missing(ResourceKind resourceKind, String namespace) {
        String title = resourceKind.shortName() + "/" + options.name();
        if (!clusterState.isListed(resourceKind)) {
            return new IOException(
                    title + " could not be read: " + clusterState.notListed().get(resourceKind));
        }
        return new IOException(title + " not found" + (namespace.isEmpty() ? "" : " in namespace " + namespace)
                + elsewhere(resourceKind) + near(resourceKind, namespace));
    }

    private String elsewhere(ResourceKind resourceKind) {
        String places = clusterState.all(resourceKind).stream()
                .filter(kubeResource -> kubeResource.name().equals(options.name()))
                .map(KubeResource::namespace)
                .sorted()
                .collect(Collectors.joining(", "));
        return places.isEmpty() ? "" : "; one with this name is in " + places + " (choose with -n)";
    }

    private String near(ResourceKind resourceKind, String namespace) {
        List<String> names = clusterState.all(resourceKind).stream()
                .filter(kubeResource -> kubeResource.namespace().equals(namespace))
                .map(KubeResource::name)
                .toList();
        return SpellingSuggestion.nearest(options.name(), names)
                .map(name -> "; did you mean " + resourceKind.shortName() + "/" + name + "?")
                .orElse("");
    }
}
