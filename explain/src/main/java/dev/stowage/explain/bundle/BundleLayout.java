package dev.stowage.explain.bundle;

import dev.stowage.explain.clusterstate.ResourceKind;
import java.util.Arrays;
import java.util.Optional;

/// Where things are in a bundle.
final class BundleLayout {
    static final int FORMAT = 1;
    static final String MANIFEST = "stowage-bundle/manifest.json";

    private static final String FOLDER = "stowage-bundle/";

    private BundleLayout() {}

    static String objects(ResourceKind resourceKind) {
        return FOLDER + "objects/" + resourceKind.plural() + ".json";
    }

    static String other(String name) {
        return FOLDER + name;
    }

    /// Only known names are accepted; a name from the file is never used as a path.
    static Optional<ResourceKind> sort(String name) {
        return Arrays.stream(ResourceKind.values())
                .filter(resourceKind -> objects(resourceKind).equals(name))
                .findFirst();
    }
}
