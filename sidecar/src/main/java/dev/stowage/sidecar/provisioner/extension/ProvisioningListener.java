package dev.stowage.sidecar.provisioner.extension;

import dev.stowage.kube.model.PersistentVolume.NodeSelectorTerm;
import java.util.List;

/// Called when the available capacity has probably changed. Called on the workers' threads: returns at once.
/// Thread-safe.
public interface ProvisioningListener {

    /// @param affinity the nodes that can use the volume; empty when unknown
    void provisioned(String storageClass, List<NodeSelectorTerm> affinity);

    /// CreateVolume failed, or its result is uncertain.
    void failed(String storageClass);

    void deleted(List<NodeSelectorTerm> affinity);

    /// Does nothing.
    static ProvisioningListener none() {
        return new NoListener();
    }

    /// The result of [#none].
    final class NoListener implements ProvisioningListener {

        private NoListener() {}

        @Override
        public void provisioned(String storageClass, List<NodeSelectorTerm> affinity) {
            // Does nothing.
        }

        @Override
        public void failed(String storageClass) {
            // Does nothing.
        }

        @Override
        public void deleted(List<NodeSelectorTerm> affinity) {
            // Does nothing.
        }
    }
}
