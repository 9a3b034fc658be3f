package dev.stowage.sidecar.resizer;

import dev.stowage.k8s.Quantity;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;

/// Makes volumes larger, as far as this side of the driver goes.
sealed interface VolumeExpander permits DriverExpander, NodeOnlyExpander {

    /// @param nodeExpands whether the node has to do something, too
    record Expanded(Quantity size, boolean nodeExpands) {}

    /// @throws io.grpc.StatusRuntimeException when the driver refuses
    /// @throws IllegalArgumentException when the volume cannot be told to the driver at all
    Expanded expand(PersistentVolumeClaim claim, PersistentVolume volume, Quantity target)
            throws ApiFailure, InterruptedException;
}
