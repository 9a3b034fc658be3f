package dev.stowage.interop.cluster;

import java.io.IOException;
import java.nio.file.Path;

/// The files that an API server of a control plane gets, whichever program it is.
///
/// @param directory of the whole control plane
/// @param serving its serving certificate
/// @param kubelets its client certificate for kubelets
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
