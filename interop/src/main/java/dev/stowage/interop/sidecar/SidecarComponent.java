package dev.stowage.interop.sidecar;

import java.util.List;

/// The sidecars, by their upstream names.
enum SidecarComponent {
    PROVISIONER("csi-provisioner"),
    ATTACHER("csi-attacher"),
    RESIZER("csi-resizer"),
    SNAPSHOTTER("csi-snapshotter"),
    REGISTRAR("csi-node-driver-registrar"),
    LIVENESS("livenessprobe"),
    HEALTH("csi-external-health-monitor-controller"),
    /// All of them in one process, which only we have.
    TOGETHER("sidecar");

    private final String program;

    SidecarComponent(String program) {
        this.program = program;
    }

    String program() {
        return program;
    }

    /// Whether it talks to the API server.
    boolean needsApi() {
        return this != REGISTRAR && this != LIVENESS;
    }

    /// Keeps scenarios short: no waiting for the request limit.
    List<String> defaults() {
        return needsApi() ? List.of("--kube-api-qps=200", "--kube-api-burst=400", "--v=5") : List.of("--v=5");
    }
}
