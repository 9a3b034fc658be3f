package dev.stowage.sidecar.program;

import static dev.stowage.sidecar.SidecarFeature.ANNOTATE_RESIZE;
import static dev.stowage.sidecar.SidecarFeature.ATTRIBUTES_CLASSES;
import static dev.stowage.sidecar.SidecarFeature.CROSS_NAMESPACE_SOURCES;
import static dev.stowage.sidecar.SidecarFeature.GROUP_SNAPSHOTS;
import static dev.stowage.sidecar.SidecarFeature.MUTABLE_NODE_LIMITS;
import static dev.stowage.sidecar.SidecarFeature.RECOVER_EXPANSION;
import static dev.stowage.sidecar.SidecarFeature.RELEASE_LEASE;
import static dev.stowage.sidecar.SidecarFeature.TOPOLOGY;

import dev.stowage.sidecar.SidecarFeature;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/// The roles, each with the program that it takes the place of.
public enum RoleName {
    PROVISIONER("csi-provisioner", "Provision and delete volumes for claims.", Duration.ofSeconds(10)),
    ATTACHER("csi-attacher", "Attach volumes to nodes and detach them.", Duration.ofSeconds(15)),
    RESIZER("csi-resizer", "Grow volumes, and change them by class.", Duration.ofSeconds(10)),
    SNAPSHOTTER("csi-snapshotter", "Take and delete snapshots, also of groups.", Duration.ofMinutes(1)),
    HEALTH(
            "csi-external-health-monitor-controller",
            "Tell the owners of claims what the storage says about their volumes.",
            Duration.ofSeconds(15)),
    LIVENESS("livenessprobe", "Answer over HTTP whether the driver lives.", Duration.ofSeconds(15)),
    REGISTRAR("csi-node-driver-registrar", "Make the driver known to the kubelet of this node.", Duration.ofSeconds(1));

    private final String program;
    private final String summary;
    private final Duration timeout;

    RoleName(String program, String summary, Duration timeout) {
        this.program = program;
        this.summary = summary;
        this.timeout = timeout;
    }

    /// As `--roles` and the prefixes of flags have it.
    public String word() {
        return switch (this) {
            case PROVISIONER -> "provisioner";
            case ATTACHER -> "attacher";
            case RESIZER -> "resizer";
            case SNAPSHOTTER -> "snapshotter";
            case HEALTH -> "health";
            case LIVENESS -> "liveness";
            case REGISTRAR -> "registrar";
        };
    }

    /// The upstream program whose flags this role takes when it is alone.
    public String program() {
        return program;
    }

    public String summary() {
        return summary;
    }

    /// How long that program waits for an answer unless told otherwise.
    Duration timeout() {
        return timeout;
    }

    /// What that program lets switch.
    Set<SidecarFeature> gates() {
        return switch (this) {
            case PROVISIONER -> Set.of(TOPOLOGY, CROSS_NAMESPACE_SOURCES, ATTRIBUTES_CLASSES, RELEASE_LEASE);
            case ATTACHER -> Set.of(MUTABLE_NODE_LIMITS, RELEASE_LEASE);
            case RESIZER -> Set.of(ANNOTATE_RESIZE, RECOVER_EXPANSION, ATTRIBUTES_CLASSES, RELEASE_LEASE);
            case SNAPSHOTTER -> Set.of(GROUP_SNAPSHOTS, RELEASE_LEASE);
            case HEALTH, LIVENESS, REGISTRAR -> Set.of();
        };
    }

    /// Whether it works on objects of the cluster.
    boolean needsCluster() {
        return switch (this) {
            case PROVISIONER, ATTACHER, RESIZER, SNAPSHOTTER, HEALTH -> true;
            case LIVENESS, REGISTRAR -> false;
        };
    }

    /// In whose name it writes events: what people have learned to look for.
    String component(String driver, String host, String unique) {
        return switch (this) {
            case PROVISIONER -> driver + "_" + host + "_" + unique;
            case ATTACHER -> "external-attacher " + driver;
            case RESIZER -> "external-resizer " + driver;
            case SNAPSHOTTER -> "csi-snapshotter " + driver;
            case HEALTH -> "csi-pv-monitor-controller-" + driver;
            case LIVENESS, REGISTRAR -> program + " " + driver;
        };
    }

    static Optional<RoleName> of(String word) {
        return Arrays.stream(values()).filter(role -> role.word().equals(word)).findFirst();
    }
}
