package dev.stowage.apiserver.crd;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.resource.Resource;
import java.util.Map;

/// Between versions that differ in the fields they know and in what they preset.
final class CustomConversion implements Resource.Conversion {
    private final Definition definition;
    private final Map<String, CustomVersion> versions;

    CustomConversion(Definition definition, Map<String, CustomVersion> versions) {
        this.definition = definition;
        this.versions = versions;
    }

    @Override
    public void fromStorage(ObjectNode object, String to) {
        CustomVersion version = versions.get(to);
        if (version != null) {
            Structured.prune(object, version.schema(), true);
            Structured.fill(object, version.schema());
        }
    }

    /// Objects may be older than the definition, whose newer fields have presets that they lack.
    @Override
    public boolean isIdentity(String version) {
        return definition.generation() <= 1
                && definition
                        .storage()
                        .filter(kept -> kept.name().equals(version))
                        .isPresent();
    }
}
