package dev.stowage.cli.up;

import java.util.List;

/// The movers of a cluster with several nodes, between which volumes can move.
final class UpMover {
    private static final String NAMESPACE = "kube-system";

    /// All of `stowage up` is one user, so a request for a certificate cannot prove its node.
    private static final String USER = "kubernetes-admin";

    private UpMover() {}

    /// @param signs whether the certificates of all movers are signed here
    static List<String> flags(boolean signs) {
        return List.of(
                "--roles=provisioner,resizer,snapshotter,health,mover" + (signs ? ",mover-signer" : ""),
                "--mover-peer-address=127.0.0.1:0",
                "--mover-peer-namespace=" + NAMESPACE,
                "--mover-signer-peer-namespace=" + NAMESPACE,
                "--mover-signer-any-node-users=" + USER);
    }
}
