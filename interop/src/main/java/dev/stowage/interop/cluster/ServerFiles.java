package dev.stowage.interop.cluster;

import java.io.IOException;
import java.nio.file.Path;

/// What an API server of a control plane is given, whichever program it is.
///
/// @param directory of the whole control plane
/// @param serving what it shows to its clients
/// @param kubelets with which it goes to the nodes
record ServerFiles(Path directory, Pki pki, Pki.Pair serving, Pki.Pair kubelets, int port) {

    static ServerFiles prepare(Path directory, Pki pki, Pki.Pair serving, int port)
            throws IOException, InterruptedException {
        return new ServerFiles(
                directory, pki, serving, pki.issue("kubelet-client", "kube-apiserver", "system:masters"), port);
    }

    String authority() {
        return pki.authority().toString();
    }
}
