package dev.stowage.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.crd.Definition.Version;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.Resource.Kept;
import dev.stowage.apiserver.resource.Resource.Names;
import dev.stowage.apiserver.resource.Resource.Subresource;
import dev.stowage.apiserver.resource.Scale;
import dev.stowage.apiserver.resource.StatusRule;
import dev.stowage.apiserver.resource.Verb;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Describes the resource that a definition defines.
final class CustomResource {
    private CustomResource() {}

    /// @param source reads the definition again; its schemas are not kept, because they are large
    /// @return nothing for a definition without a version that is served
    static Optional<Resource> of(Definition whole, Supplier<Definition> source) {
        Definition definition = whole.withoutSchemas();
        Map<String, CustomVersion> versions = new LinkedHashMap<>();
        definition.versions().stream()
                .filter(Version::isServed)
                .sorted((one, other) -> VersionOrder.PREFERRED_FIRST.compare(one.name(), other.name()))
                .forEach(version -> versions.put(version.name(), new CustomVersion(version, source)));
        Optional<Version> kept = definition.storage();
        if (versions.isEmpty() || kept.isEmpty()) {
            return Optional.empty();
        }
        CustomVersion storage = Optional.ofNullable(versions.get(kept.get().name()))
                .orElseGet(() -> new CustomVersion(kept.get(), source));
        // Clients that do not ask for another version see the preferred one, with its columns.
        CustomVersion preferred = versions.values().iterator().next();
        Optional<Scale> scale = ScaleValidation.of(preferred.definition());
        boolean status = versions.values().stream()
                .anyMatch(version -> version.definition().hasStatus());
        return Optional.of(new Resource(
                definition.group(),
                List.copyOf(versions.keySet()),
                storage.name(),
                names(definition.acceptedNames()),
                definition.isNamespaced(),
                EnumSet.allOf(Verb.class),
                new CustomSchemas(definition, versions, storage),
                status ? StatusRule.KEEPS_METADATA : StatusRule.NONE,
                true,
                SelectableFields.of(preferred.definition()),
                scale.isPresent() ? List.of(scalePart()) : List.of(),
                new CustomStrategy(definition, versions, storage),
                CustomColumns.of(preferred.definition()),
                new CustomConversion(definition, versions),
                scale,
                new Kept(definition.plural() + "." + definition.group(), definition.group() + "/" + storage.name())));
    }

    private static Subresource scalePart() {
        return new Subresource("scale", "autoscaling", "v1", "Scale", EnumSet.of(Verb.GET, Verb.PATCH, Verb.UPDATE));
    }

    private static Names names(JsonNode names) {
        return new Names(
                Tree.text(names, "kind"),
                Tree.text(names, "listKind"),
                Tree.text(names, "plural"),
                Tree.text(names, "singular"),
                texts(names, "shortNames"),
                texts(names, "categories"));
    }

    private static List<String> texts(JsonNode names, String list) {
        List<String> texts = new ArrayList<>();
        Tree.list(names, list).forEach(text -> texts.add(text.asText()));
        return List.copyOf(texts);
    }
}
