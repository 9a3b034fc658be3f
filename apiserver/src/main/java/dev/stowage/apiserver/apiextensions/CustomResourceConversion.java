package dev.stowage.apiserver.apiextensions;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.apiextensions.schema.StructuralPruning;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import java.util.Map;

/// Between versions that differ in the fields they know and in what they preset.
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

    /// Objects may be older than the definition, whose newer fields have presets that they lack.
    @Override
    public boolean isIdentity(String version) {
        return customResourceDefinition.generation() <= 1
                && customResourceDefinition
                        .storage()
                        .filter(kept -> kept.name().equals(version))
                        .isPresent();
    }
}
