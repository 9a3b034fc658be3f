package dev.stowage.interop.cluster;

import dev.stowage.interop.program.StowageProgram;
import java.util.List;

/// The command line of our API server, with the same certificates and keys that kube-apiserver gets.
final class EmbeddedApiServer {
    private EmbeddedApiServer() {}

    static List<String> argv(ServerFiles files) {
        return StowageProgram.argv(List.of(
                "apiserver",
                "--data=" + files.directory().resolve("data"),
                "--port=" + files.port(),
                "--tls-cert-file=" + files.serving().certificate(),
                "--tls-private-key-file=" + files.serving().key(),
                "--client-ca-file=" + files.authority(),
                "--kubelet-certificate-authority=" + files.authority(),
                "--kubelet-client-certificate=" + files.kubelets().certificate(),
                "--kubelet-client-key=" + files.kubelets().key(),
                "--kubelet-preferred-address-types=Hostname",
                "--service-account-issuer=https://kubernetes.default.svc",
                "--service-account-key-file=" + files.pki().serviceAccountPublicKey(),
                "--service-account-signing-key-file=" + files.pki().serviceAccountKey()));
    }
}
