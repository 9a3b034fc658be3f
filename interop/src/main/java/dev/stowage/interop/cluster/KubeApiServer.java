package dev.stowage.interop.cluster;

import dev.stowage.interop.process.FreePort;
import dev.stowage.interop.reference.DebianPackage;
import java.io.IOException;
import java.util.List;

/// The command lines of kube-apiserver and of the etcd behind it.
///
/// @param etcd where it listens
record KubeApiServer(ApiServerFiles files, String etcd) {

    static KubeApiServer of(ApiServerFiles files) throws IOException {
        return new KubeApiServer(files, "https://127.0.0.1:" + FreePort.next());
    }

    List<String> etcdArgv() throws IOException {
        String peer = "https://127.0.0.1:" + FreePort.next();
        String certificate = files.serving().certificate().toString();
        String key = files.serving().key().toString();
        return List.of(
                DebianPackage.ETCD.program().toString(),
                "--data-dir=" + files.directory().resolve("etcd"),
                "--listen-client-urls=" + etcd,
                "--advertise-client-urls=" + etcd,
                "--listen-peer-urls=" + peer,
                "--initial-advertise-peer-urls=" + peer,
                "--initial-cluster=default=" + peer,
                "--cert-file=" + certificate,
                "--key-file=" + key,
                "--client-cert-auth",
                "--trusted-ca-file=" + files.authority(),
                "--peer-cert-file=" + certificate,
                "--peer-key-file=" + key,
                "--peer-client-cert-auth",
                "--peer-trusted-ca-file=" + files.authority(),
                "--logger=zap");
    }

    /// @param program the path of kube-apiserver
    List<String> argv(String program) {
        return List.of(
                program,
                "--etcd-servers=" + etcd,
                "--etcd-cafile=" + files.authority(),
                "--etcd-certfile=" + files.serving().certificate(),
                "--etcd-keyfile=" + files.serving().key(),
                "--bind-address=127.0.0.1",
                "--advertise-address=127.0.0.1",
                "--secure-port=" + files.port(),
                // Pods cannot use a loopback endpoint; the service named kubernetes is not needed here.
                "--endpoint-reconciler-type=none",
                "--tls-cert-file=" + files.serving().certificate(),
                "--tls-private-key-file=" + files.serving().key(),
                "--client-ca-file=" + files.authority(),
                "--kubelet-certificate-authority=" + files.authority(),
                "--kubelet-client-certificate=" + files.kubelets().certificate(),
                "--kubelet-client-key=" + files.kubelets().key(),
                "--kubelet-preferred-address-types=Hostname",
                "--service-account-issuer=https://kubernetes.default.svc",
                "--service-account-key-file=" + files.clusterPki().serviceAccountPublicKey(),
                "--service-account-signing-key-file=" + files.clusterPki().serviceAccountKey(),
                "--service-cluster-ip-range=10.96.0.0/16",
                "--authorization-mode=Node,RBAC",
                "--enable-admission-plugins=NodeRestriction",
                "--allow-privileged=true");
    }
}
