package dev.stowage.sidecar.resizer;

import dev.stowage.k8s.Quantity;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;

/// For drivers that expand only on the node: reports that the node must do it.
record NodeOnlyExpander() implements VolumeExpander {

    @Override
    public Expanded expand(PersistentVolumeClaim claim, PersistentVolume volume, Quantity target) {
        return new Expanded(target, true);
    }
}
