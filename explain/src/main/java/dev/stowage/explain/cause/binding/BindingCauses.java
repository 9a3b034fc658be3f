package dev.stowage.explain.cause.binding;

import dev.stowage.explain.cause.Cause;
import java.util.List;

/// Why a claim is not bound.
public final class BindingCauses {
    public static final List<Cause> ALL = List.of(
            new NoStorageClass(),
            new StorageClassNotFound(),
            new WaitForFirstConsumer(),
            new ProvisionerNotResponding(),
            new NoMatchingVolume(),
            new TopologyMismatch(),
            new UnsupportedRequest(),
            new ProvisionerPodStuck(),
            new ProvisioningFailed(
                    List.of(new TopologyMismatch(), new UnsupportedRequest(), new ProvisionerPodStuck())),
            new RequestedVolumeUnavailable(),
            new VolumeReleased(),
            new ClaimLost());

    private BindingCauses() {}
}
