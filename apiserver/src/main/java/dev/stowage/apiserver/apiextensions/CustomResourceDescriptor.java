package dev.stowage.apiserver.apiextensions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.apiextensions.CustomResourceDefinition.Version;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ResourceDescriptor.Kept;
import dev.stowage.apiserver.resource.ResourceDescriptor.Names;
import dev.stowage.apiserver.resource.ResourceDescriptor.Subresource;
import dev.stowage.apiserver.resource.ScalePaths;
import dev.stowage.apiserver.resource.StatusStrategy;
import dev.stowage.apiserver.resource.Verb;
import dev.stowage.k8s.VersionPriority;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Describes the resource that a definition defines.
final class CustomResourceDescriptor {
    private CustomResourceDescriptor() {}

    /// @param source reads the definition again; its schemas are not cached, because they are large
    /// @return empty for a definition without a served version
    static Optional<ResourceDescriptor> of(CustomResourceDefinition whole, Supplier<CustomResourceDefinition> source) {
        CustomResourceDefinition customResourceDefinition = whole.withoutSchemas();
        Map<String, CustomResourceVersion> versions = new LinkedHashMap<>();
        customResourceDefinition.versions().stream()
                .filter(Version::isServed)
                .sorted((one, other) -> VersionPriority.INSTANCE.compare(one.name(), other.name()))
                .forEach(version -> versions.put(version.name(), new CustomResourceVersion(version, source)));
        Optional<Version> kept = customResourceDefinition.storage();
        if (versions.isEmpty() || kept.isEmpty()) {
            return Optional.empty();
        }
        CustomResourceVersion storage = Optional.ofNullable(
                        versions.get(kept.get().name()))
                .orElseGet(() -> new CustomResourceVersion(kept.get(), source));
        // Clients that do not request another version see the preferred one, with its columns.
        CustomResourceVersion preferred = versions.values().iterator().next();
        Optional<ScalePaths> scale = ScaleValidation.of(preferred.definition());
        boolean status = versions.values().stream()
                .anyMatch(version -> version.definition().hasStatus());
        return Optional.of(new ResourceDescriptor(
                customResourceDefinition.group(),
                List.copyOf(versions.keySet()),
                storage.name(),
                names(customResourceDefinition.acceptedNames()),
                customResourceDefinition.isNamespaced(),
                EnumSet.allOf(Verb.class),
                new CustomResourceSchemas(customResourceDefinition, versions, storage),
                status ? StatusStrategy.KEEPS_METADATA : StatusStrategy.NONE,
                true,
                SelectableFields.of(preferred.definition()),
                scale.isPresent() ? List.of(scalePart()) : List.of(),
                new CustomResourceStrategy(customResourceDefinition, versions, storage),
                AdditionalPrinterColumns.of(preferred.definition()),
                new CustomResourceConversion(customResourceDefinition, versions),
                scale,
                new Kept(
                        customResourceDefinition.plural() + "." + customResourceDefinition.group(),
                        customResourceDefinition.group() + "/" + storage.name())));
    }

    private static Subresource scalePart() {
        return new Subresource("scale", "autoscaling", "v1", "Scale", EnumSet.of(Verb.GET, Verb.PATCH, Verb.UPDATE));
    }

    private static Names names(JsonNode names) {
        return new Names(
                JsonTree.text(names, "kind"),
                JsonTree.text(names, "listKind"),
                JsonTree.text(names, "plural"),
                JsonTree.text(names, "singular"),
                texts(names, "shortNames"),
                texts(names, "categories"));
    }

    private static List<String> texts(JsonNode names, String list) {
        List<String> texts = new ArrayList<>();
        JsonTree.list(names, list).forEach(text -> texts.add(text.asText()));
        return List.copyOf(texts);
    }
}
