package dev.stowage.apiserver.crd;

import dev.stowage.apiserver.resource.Describe;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.StatusRule;
import dev.stowage.apiserver.schema.Schema;
import java.util.List;
import java.util.function.Function;

/// The group `apiextensions.k8s.io`.
public final class Definitions {
    private static final String TYPE =
            "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition";

    private Definitions() {}

    /// @param types finds a type by the name of its definition
    public static List<Resource> resources(Function<String, Schema> types) {
        return List.of(Describe.resource(
                        Definition.GROUP,
                        "CustomResourceDefinition",
                        "customresourcedefinitions",
                        _ -> types.apply(TYPE))
                .cluster()
                .shortNames("crd", "crds")
                .categories("api-extensions")
                .status(StatusRule.TAKES_METADATA)
                .generation()
                .strategy(new DefinitionStrategy())
                .done());
    }
}
