package dev.stowage.apiserver.apiextensions;

import dev.stowage.apiserver.resource.ResourceBuilder;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.StatusStrategy;
import dev.stowage.kubetypes.Schema;
import java.util.List;
import java.util.function.Function;

/// The group `apiextensions.k8s.io`.
public final class ApiExtensionsGroup {
    private static final String TYPE =
            "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition";

    private ApiExtensionsGroup() {}

    /// @param types finds a type by the name of its definition
    public static List<ResourceDescriptor> resources(Function<String, Schema> types) {
        return List.of(ResourceBuilder.resource(
                        CustomResourceDefinition.GROUP,
                        "CustomResourceDefinition",
                        "customresourcedefinitions",
                        _ -> types.apply(TYPE))
                .cluster()
                .shortNames("crd", "crds")
                .categories("api-extensions")
                .status(StatusStrategy.TAKES_METADATA)
                .generation()
                .strategy(new DefinitionStrategy())
                .done());
    }
}
