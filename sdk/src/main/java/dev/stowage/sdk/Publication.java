package dev.stowage.sdk;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// A request to publish a volume at a target path.
///
/// @param volume the volume
/// @param target where to; its parent exists, it may exist or not
/// @param stagedAt where it was staged, for a driver that stages
/// @param capability how it will be used
/// @param readOnly whether the workload may only read
/// @param attachContext what attaching it gave
/// @param context the volume context that the driver returned on creation, with additions of the orchestrator
/// @param secrets credentials for this call
public record Publication(
        VolumeId volume,
        Path target,
        Optional<Path> stagedAt,
        VolumeCapability capability,
        boolean readOnly,
        Map<String, String> attachContext,
        Map<String, String> context,
        Secrets secrets) {

    /// Set by Kubernetes for a volume that is made and removed together with its only pod.
    private static final String EPHEMERAL = "csi.storage.k8s.io/ephemeral";

    public Publication {
        attachContext = Map.copyOf(attachContext);
        context = Map.copyOf(context);
    }

    /// Whether the volume is ephemeral: it exists as long as this publication, and was neither created nor
    /// staged before.
    public boolean isEphemeral() {
        return "true".equals(context.get(EPHEMERAL));
    }
}
