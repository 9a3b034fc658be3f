package dev.stowage.sidecar.provision.seam;

import dev.stowage.kube.model.PersistentVolume.NodeSelectorTerm;
import java.util.List;

/// Hears when the free capacity has probably changed. Called on the workers' threads: returns at once. Thread-safe.
public interface Changes {

    /// @param affinity where the volume can be used; empty when that is not known
    void provisioned(String storageClass, List<NodeSelectorTerm> affinity);

    /// The driver was asked and did not make it, or not yet.
    void failed(String storageClass);

    void deleted(List<NodeSelectorTerm> affinity);

    /// Nobody listens.
    static Changes unheard() {
        return new Unheard();
    }

    /// What [#unheard] gives.
    final class Unheard implements Changes {

        private Unheard() {}

        @Override
        public void provisioned(String storageClass, List<NodeSelectorTerm> affinity) {
            // Nobody listens.
        }

        @Override
        public void failed(String storageClass) {
            // Nobody listens.
        }

        @Override
        public void deleted(List<NodeSelectorTerm> affinity) {
            // Nobody listens.
        }
    }
}
