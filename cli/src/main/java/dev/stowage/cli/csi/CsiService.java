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
    IDENTITY("Identity: name, capabilities and readiness of the driver"),
    CONTROLLER("Controller: volumes and snapshots"),
    GROUP_CONTROLLER("GroupController: consistent snapshots of several volumes"),
    SNAPSHOT_METADATA("SnapshotMetadata: allocated and changed blocks of snapshots"),
    NODE("Node: volumes on this node"),
    REGISTRATION("Registration: what the kubelet calls on the registration socket of a plugin");

    private final String title;

    CsiService(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    /// Loaded late: descriptors take a while to load, and the help does not need them.
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
