package dev.stowage.sidecar.provision.seam;

import dev.stowage.kube.object.Volume.NodeTerm;
import java.util.List;

/// Hears when the free capacity has probably changed. Called on the workers' threads: returns at once. Thread-safe.
public interface Changes {

    /// @param affinity where the volume can be used; empty when that is not known
    void provisioned(String storageClass, List<NodeTerm> affinity);

    /// The driver was asked and did not make it, or not yet.
    void failed(String storageClass);

    void deleted(List<NodeTerm> affinity);

    /// Nobody listens.
    static Changes unheard() {
        return new Unheard();
    }

    /// What [#unheard] gives.
    final class Unheard implements Changes {

        private Unheard() {}

        @Override
        public void provisioned(String storageClass, List<NodeTerm> affinity) {
            // Nobody listens.
        }

        @Override
        public void failed(String storageClass) {
            // Nobody listens.
        }

        @Override
        public void deleted(List<NodeTerm> affinity) {
            // Nobody listens.
        }
    }
}
