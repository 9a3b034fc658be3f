package dev.stowage.driver.iolimit;

import dev.stowage.sdk.CsiException;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// The UID of the pod that a volume is published for. It becomes part of a path, so nothing but the two forms that
/// Kubernetes has is accepted: a UUID, or the 32 digits of a static pod.
///
/// @param value in lower case
record PodUid(String value) {
    /// Set by Kubernetes when the CSIDriver object has podInfoOnMount.
    private static final String KEY = "csi.storage.k8s.io/pod.uid";

    private static final Pattern FORM = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}");

    PodUid {
        if (!FORM.matcher(value).matches()) {
            throw new IllegalArgumentException("not the UID of a pod");
        }
    }

    /// The pod in the context of a publication.
    ///
    /// @throws CsiException INVALID_ARGUMENT when what should be a UID has another form
    static Optional<PodUid> find(Map<String, String> context) throws CsiException {
        String value = context.getOrDefault(KEY, "");
        if (value.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new PodUid(value));
        } catch (IllegalArgumentException e) {
            throw CsiException.invalidArgument(
                    "%s in the volume context must be a UUID or 32 hexadecimal digits in lower case".formatted(KEY));
        }
    }
}
