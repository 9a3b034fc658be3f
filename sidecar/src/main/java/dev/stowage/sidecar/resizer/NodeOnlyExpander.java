package dev.stowage.sidecar.resizer;

import dev.stowage.k8s.Quantity;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;

/// For drivers that do it all on the node: there is nothing to do here but to say so.
record NodeOnlyExpander() implements VolumeExpander {

    @Override
    public Expanded expand(PersistentVolumeClaim claim, PersistentVolume volume, Quantity target) {
        return new Expanded(target, true);
    }
}
