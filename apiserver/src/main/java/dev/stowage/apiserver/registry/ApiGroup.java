package dev.stowage.apiserver.registry;

import dev.stowage.apiserver.resource.ResourceBuilder;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.kubetypes.Schema;
import java.util.function.Function;

/// A built-in API group, from which its resources are built.
///
/// @param name empty for the core group
/// @param definitions what the names of its types start with, such as `io.k8s.api.apps`
/// @param types finds a type by its name
public record ApiGroup(String name, String definitions, Function<String, Schema> types) {

    /// @param kind whose type is loaded on first use
    public ResourceBuilder resource(String kind, String plural) {
        return ResourceBuilder.resource(name, kind, plural, version -> type(version, kind));
    }

    /// A resource without a special strategy.
    public ResourceDescriptor plain(String kind, String plural) {
        return resource(kind, plural).done();
    }

    private Schema type(String version, String kind) {
        return types.apply(definitions + "." + version + "." + kind);
    }
}
