package dev.stowage.sidecar.program;

import static dev.stowage.k8s.featuregate.StorageFeatures.ANNOTATE_RESIZE;
import static dev.stowage.k8s.featuregate.StorageFeatures.ATTRIBUTES_CLASSES;
import static dev.stowage.k8s.featuregate.StorageFeatures.CROSS_NAMESPACE_SOURCES;
import static dev.stowage.k8s.featuregate.StorageFeatures.GROUP_SNAPSHOTS;
import static dev.stowage.k8s.featuregate.StorageFeatures.MUTABLE_NODE_LIMITS;
import static dev.stowage.k8s.featuregate.StorageFeatures.RECOVER_EXPANSION;
import static dev.stowage.k8s.featuregate.StorageFeatures.RELEASE_LEASE;
import static dev.stowage.k8s.featuregate.StorageFeatures.TOPOLOGY;

import dev.stowage.k8s.featuregate.Feature;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/// The roles, each with the upstream program that it replaces, if there is one.
public enum RoleName {
    PROVISIONER("csi-provisioner", "Provision and delete volumes for claims.", Duration.ofSeconds(10)),
    ATTACHER("csi-attacher", "Attach volumes to nodes and detach them.", Duration.ofSeconds(15)),
    RESIZER("csi-resizer", "Expand volumes and modify their attributes.", Duration.ofSeconds(10)),
    SNAPSHOTTER("csi-snapshotter", "Create and delete volume snapshots and group snapshots.", Duration.ofMinutes(1)),
    HEALTH(
            "csi-external-health-monitor-controller",
            "Report the health of volumes as events on their claims.",
            Duration.ofSeconds(15)),
    MOVER("", "Move volumes to this node.", Duration.ofSeconds(15)),
    MOVER_SIGNER("", "Sign the certificates with which movers know each other.", Duration.ofSeconds(15)),
    LIVENESS("livenessprobe", "Serve the liveness of the driver over HTTP.", Duration.ofSeconds(15)),
    REGISTRAR("csi-node-driver-registrar", "Register the driver with the kubelet of this node.", Duration.ofSeconds(1));

    private final String program;
    private final String summary;
    private final Duration timeout;

    RoleName(String program, String summary, Duration timeout) {
        this.program = program;
        this.summary = summary;
        this.timeout = timeout;
    }

    /// The name in `--roles` and in flag prefixes.
    public String word() {
        return switch (this) {
            case PROVISIONER -> "provisioner";
            case ATTACHER -> "attacher";
            case RESIZER -> "resizer";
            case SNAPSHOTTER -> "snapshotter";
            case HEALTH -> "health";
            case MOVER -> "mover";
            case MOVER_SIGNER -> "mover-signer";
            case LIVENESS -> "liveness";
            case REGISTRAR -> "registrar";
        };
    }

    /// The upstream program whose flags this role accepts when it runs alone; empty for a role that replaces none.
    public String program() {
        return program;
    }

    public String summary() {
        return summary;
    }

    /// The default timeout of that program.
    Duration timeout() {
        return timeout;
    }

    /// The feature gates of that program.
    Set<Feature> gates() {
        return switch (this) {
            case PROVISIONER -> Set.of(TOPOLOGY, CROSS_NAMESPACE_SOURCES, ATTRIBUTES_CLASSES, RELEASE_LEASE);
            case ATTACHER -> Set.of(MUTABLE_NODE_LIMITS, RELEASE_LEASE);
            case RESIZER -> Set.of(ANNOTATE_RESIZE, RECOVER_EXPANSION, ATTRIBUTES_CLASSES, RELEASE_LEASE);
            case SNAPSHOTTER -> Set.of(GROUP_SNAPSHOTS, RELEASE_LEASE);
            case HEALTH, MOVER, MOVER_SIGNER, LIVENESS, REGISTRAR -> Set.of();
        };
    }

    /// Whether it needs a connection to the cluster.
    boolean needsCluster() {
        return switch (this) {
            case PROVISIONER, ATTACHER, RESIZER, SNAPSHOTTER, HEALTH, MOVER, MOVER_SIGNER -> true;
            case LIVENESS, REGISTRAR -> false;
        };
    }

    /// Whether it calls the driver.
    boolean needsDriver() {
        return switch (this) {
            case PROVISIONER, ATTACHER, RESIZER, SNAPSHOTTER, HEALTH, MOVER, LIVENESS, REGISTRAR -> true;
            case MOVER_SIGNER -> false;
        };
    }

    /// The component name in its events: the same as upstream's, because users filter by it.
    String component(String driver, String host, String unique) {
        return switch (this) {
            case PROVISIONER -> driver + "_" + host + "_" + unique;
            case ATTACHER -> "external-attacher " + driver;
            case RESIZER -> "external-resizer " + driver;
            case SNAPSHOTTER -> "csi-snapshotter " + driver;
            case HEALTH -> "csi-pv-monitor-controller-" + driver;
            case MOVER -> "stowage-mover " + driver;
            case MOVER_SIGNER -> "stowage-mover-signer";
            case LIVENESS, REGISTRAR -> program + " " + driver;
        };
    }

    static Optional<RoleName> of(String word) {
        return Arrays.stream(values()).filter(role -> role.word().equals(word)).findFirst();
    }
}
