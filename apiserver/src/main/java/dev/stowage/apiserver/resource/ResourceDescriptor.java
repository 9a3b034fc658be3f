package dev.stowage.apiserver.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kubetypes.Schema;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The description of one resource for the generic registry.
///
/// @param group empty for the core group
/// @param versions served; the first is preferred
/// @param storage the version in which objects are stored
/// @param schema of one version
/// @param status what a write to `status` changes
/// @param generation whether `metadata.generation` counts changes
/// @param fields that a field selector may use, besides metadata.name and metadata.namespace
/// @param subresources other than `status`, such as `scale`, as discovery lists them
/// @param scale how the subresource `scale` reads and writes the object
public record ResourceDescriptor(
        String group,
        List<String> versions,
        String storage,
        Names names,
        boolean namespaced,
        Set<Verb> verbs,
        Schemas schema,
        StatusStrategy status,
        boolean generation,
        List<SelectableField> fields,
        List<Subresource> subresources,
        ResourceStrategy resourceStrategy,
        TableColumns tableColumns,
        Conversion conversion,
        Optional<ScalePaths> scale,
        Kept kept) {

    public ResourceDescriptor {
        versions = List.copyOf(versions);
        verbs = Set.copyOf(verbs);
        fields = List.copyOf(fields);
        subresources = List.copyOf(subresources);
    }

    /// @param shortNames such as `pvc`
    /// @param categories such as `all`
    public record Names(
            String kind,
            String listKind,
            String plural,
            String singular,
            List<String> shortNames,
            List<String> categories) {}

    /// @param name without the resource: `scale`
    /// @param group of its kind; empty for that of the resource
    public record Subresource(String name, String group, String version, String kind, Set<Verb> verbs) {}

    /// The schema of an object in one of the served versions.
    @FunctionalInterface
    public interface Schemas {
        Schema of(String version);

        /// Its OpenAPI document for clients; without one it is created from the schema.
        default Optional<ObjectNode> openApi(String version) {
            return Optional.empty();
        }

        /// Whether it is a custom resource.
        default boolean isCustom() {
            return false;
        }

        /// The deprecation warning for each request to a version.
        default Optional<String> deprecation(String version) {
            return Optional.empty();
        }
    }

    /// Converts between the version of a client and the storage version. Changes the tree in place.
    public interface Conversion {
        /// For versions that differ only in their name.
        Conversion RENAME = new Conversion() {};

        default void toStorage(ObjectNode object, String from) {}

        default void fromStorage(ObjectNode object, String to) {}

        /// Whether the stored bytes can be sent unchanged.
        default boolean isIdentity(String version) {
            return true;
        }
    }

    /// Where and as what objects are stored. Two resources may share it, as the events of both groups do.
    ///
    /// @param key plural and group
    /// @param apiVersion of what is stored
    public record Kept(String key, String apiVersion) {}

    /// The name of this resource in the store.
    public String key() {
        return kept.key();
    }

    public String apiVersion(String version) {
        return group.isEmpty() ? version : group + "/" + version;
    }
}
