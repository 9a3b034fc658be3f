package dev.stowage.sidecar.resizer;

import dev.stowage.k8s.Quantity;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;

/// Expands volumes through the controller service.
sealed interface VolumeExpander permits DriverExpander, NodeOnlyExpander {

    /// @param nodeExpands whether the node must expand the file system
    record Expanded(Quantity size, boolean nodeExpands) {}

    /// @throws io.grpc.StatusRuntimeException when the call fails
    /// @throws IllegalArgumentException when the volume cannot be expressed in a CSI request
    Expanded expand(PersistentVolumeClaim claim, PersistentVolume volume, Quantity target)
            throws ApiFailure, InterruptedException;
}
