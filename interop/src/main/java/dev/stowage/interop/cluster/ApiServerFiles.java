package dev.stowage.interop.cluster;

import java.io.IOException;
import java.nio.file.Path;

/// What an API server of a control plane is given, whichever program it is.
///
/// @param directory of the whole control plane
/// @param serving what it shows to its clients
/// @param kubelets with which it goes to the nodes
record ApiServerFiles(
        Path directory,
        ClusterPki clusterPki,
        ClusterPki.KeyPairFiles serving,
        ClusterPki.KeyPairFiles kubelets,
        int port) {

    static ApiServerFiles prepare(Path directory, ClusterPki clusterPki, ClusterPki.KeyPairFiles serving, int port)
            throws IOException, InterruptedException {
        return new ApiServerFiles(
                directory,
                clusterPki,
                serving,
                clusterPki.issue("kubelet-client", "kube-apiserver", "system:masters"),
                port);
    }

    String authority() {
        return clusterPki.authority().toString();
    }
}
