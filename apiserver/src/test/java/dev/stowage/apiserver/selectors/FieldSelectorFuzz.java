package dev.stowage.apiserver.selectors;

import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.testing.fuzz.FuzzTarget;
import java.util.List;
import java.util.Set;

/// A field selector of a request.
public final class FieldSelectorFuzz implements FuzzTarget {

    @Override
    public List<byte[]> seeds() {
        return FuzzTarget.texts(
                "metadata.name=a",
                "metadata.namespace!=b,spec.nodeName==c",
                "metadata.name=a\\,b\\=c\\\\,,",
                "status.phase=");
    }

    @Override
    public List<String> words() {
        return List.of("=", "==", "!=", "!", ",", "\\", "\\,", "metadata.name", "spec.nodeName", ".");
    }

    @Override
    public void run(byte[] input) {
        try {
            FieldSelector selector =
                    FieldSelector.parse(FuzzTarget.text(input), Set.of("spec.nodeName", "status.phase"));
            if (selector.isEverything() && selector.name().isPresent()) {
                throw new AssertionError("everything has a name");
            }
        } catch (ApiException _) {
            // Not a selector.
        }
    }
}
