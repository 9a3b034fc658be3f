package dev.stowage.sidecar.provisioner.extension;

import dev.stowage.kube.model.PersistentVolume.NodeSelectorTerm;
import java.util.List;

/// Hears when the free capacity has probably changed. Called on the workers' threads: returns at once. Thread-safe.
public interface ProvisioningListener {

    /// @param affinity where the volume can be used; empty when that is not known
    void provisioned(String storageClass, List<NodeSelectorTerm> affinity);

    /// The driver was asked and did not make it, or not yet.
    void failed(String storageClass);

    void deleted(List<NodeSelectorTerm> affinity);

    /// Nobody listens.
    static ProvisioningListener none() {
        return new NoListener();
    }

    /// What [#unheard] gives.
    final class NoListener implements ProvisioningListener {

        private NoListener() {}

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
