package dev.stowage.sidecar.resize;

import dev.stowage.kube.api.ApiFailure;
import dev.stowage.kube.object.Claim;
import dev.stowage.kube.object.Quantity;
import dev.stowage.kube.object.Volume;

/// Makes volumes larger, as far as this side of the driver goes.
sealed interface VolumeExpander permits DriverExpander, NodeOnlyExpander {

    /// @param nodeExpands whether the node has to do something, too
    record Expanded(Quantity size, boolean nodeExpands) {}

    /// @throws io.grpc.StatusRuntimeException when the driver refuses
    /// @throws IllegalArgumentException when the volume cannot be told to the driver at all
    Expanded expand(Claim claim, Volume volume, Quantity target) throws ApiFailure, InterruptedException;
}
