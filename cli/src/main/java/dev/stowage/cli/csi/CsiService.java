package dev.stowage.cli.csi;

import dev.stowage.csi.registration.v1.RegistrationGrpc;
import dev.stowage.csi.v1.ControllerGrpc;
import dev.stowage.csi.v1.GroupControllerGrpc;
import dev.stowage.csi.v1.IdentityGrpc;
import dev.stowage.csi.v1.NodeGrpc;
import dev.stowage.csi.v1.SnapshotMetadataGrpc;
import io.grpc.ServiceDescriptor;

/// The services a CSI socket can offer, in the order in which the help shows them.
enum CsiService {
    IDENTITY("Identity: what the driver is, and whether it is well"),
    CONTROLLER("Controller: volumes and snapshots"),
    GROUP_CONTROLLER("GroupController: snapshots of several volumes at one moment"),
    SNAPSHOT_METADATA("SnapshotMetadata: which blocks a snapshot holds"),
    NODE("Node: volumes on this machine"),
    REGISTRATION("Registration: what the kubelet asks on a plug-in's other socket");

    private final String title;

    CsiService(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    /// Asked for late: descriptors take a while to load, and the help can do without them.
    ServiceDescriptor descriptor() {
        return switch (this) {
            case IDENTITY -> IdentityGrpc.getServiceDescriptor();
            case CONTROLLER -> ControllerGrpc.getServiceDescriptor();
            case GROUP_CONTROLLER -> GroupControllerGrpc.getServiceDescriptor();
            case SNAPSHOT_METADATA -> SnapshotMetadataGrpc.getServiceDescriptor();
            case NODE -> NodeGrpc.getServiceDescriptor();
            case REGISTRATION -> RegistrationGrpc.getServiceDescriptor();
        };
    }
}
