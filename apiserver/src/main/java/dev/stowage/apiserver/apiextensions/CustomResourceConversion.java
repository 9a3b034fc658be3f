package dev.stowage.apiserver.apiextensions;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.apiextensions.schema.StructuralPruning;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import java.util.Map;

/// Converts between versions that differ in their fields and defaults.
final class CustomResourceConversion implements ResourceDescriptor.Conversion {
    private final CustomResourceDefinition customResourceDefinition;
    private final Map<String, CustomResourceVersion> versions;

    CustomResourceConversion(
            CustomResourceDefinition customResourceDefinition, Map<String, CustomResourceVersion> versions) {
        this.customResourceDefinition = customResourceDefinition;
        this.versions = versions;
    }

    @Override
    public void fromStorage(ObjectNode object, String to) {
        CustomResourceVersion version = versions.get(to);
        if (version != null) {
            StructuralPruning.prune(object, version.schema(), true);
            StructuralPruning.fill(object, version.schema());
        }
    }

    /// Objects may be older than the definition and lack the defaults of newer fields.
    @Override
    public boolean isIdentity(String version) {
        return customResourceDefinition.generation() <= 1
                && customResourceDefinition
                        .storage()
                        .filter(kept -> kept.name().equals(version))
                        .isPresent();
    }
}
