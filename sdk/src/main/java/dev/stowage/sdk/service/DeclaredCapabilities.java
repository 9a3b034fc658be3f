package dev.stowage.sdk.service;

import dev.stowage.csi.v1.ControllerServiceCapability;
import dev.stowage.csi.v1.NodeServiceCapability;
import dev.stowage.csi.v1.PluginCapability;
import dev.stowage.sdk.AccessMode;
import dev.stowage.sdk.Attaching;
import dev.stowage.sdk.Capacity;
import dev.stowage.sdk.ControllerVolumeHealth;
import dev.stowage.sdk.GroupSnapshots;
import dev.stowage.sdk.NodeExpansion;
import dev.stowage.sdk.NodeStorageHealth;
import dev.stowage.sdk.NodeVolumeHealth;
import dev.stowage.sdk.Publishing;
import dev.stowage.sdk.SnapshotMetadata;
import dev.stowage.sdk.Snapshots;
import dev.stowage.sdk.Staging;
import dev.stowage.sdk.VolumeCloning;
import dev.stowage.sdk.VolumeExpansion;
import dev.stowage.sdk.VolumeModification;
import dev.stowage.sdk.VolumeStats;
import dev.stowage.sdk.Volumes;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// The declared capabilities, derived from the implemented roles only.
final class DeclaredCapabilities {

    private DeclaredCapabilities() {}

    static List<PluginCapability> ofPlugin(ServiceContext context) {
        DriverRoles driverRoles = context.driverRoles();
        Set<PluginCapability.Service.Type> services = EnumSet.noneOf(PluginCapability.Service.Type.class);
        if (!ofController(context).isEmpty()) {
            services.add(PluginCapability.Service.Type.CONTROLLER_SERVICE);
        }
        if (context.hasTopology()) {
            services.add(PluginCapability.Service.Type.VOLUME_ACCESSIBILITY_CONSTRAINTS);
            if (driverRoles.has(Snapshots.class)) {
                services.add(PluginCapability.Service.Type.SNAPSHOT_ACCESSIBILITY_CONSTRAINTS);
            }
        }
        if (driverRoles.has(GroupSnapshots.class)) {
            services.add(PluginCapability.Service.Type.GROUP_CONTROLLER_SERVICE);
        }
        if (driverRoles.has(SnapshotMetadata.class)) {
            services.add(PluginCapability.Service.Type.SNAPSHOT_METADATA_SERVICE);
        }
        return Stream.concat(services.stream().map(DeclaredCapabilities::service), expansion(driverRoles))
                .toList();
    }

    private static PluginCapability service(PluginCapability.Service.Type type) {
        var capability = PluginCapability.newBuilder();
        capability.getServiceBuilder().setType(type);
        return capability.build();
    }

    private static Stream<PluginCapability> expansion(DriverRoles driverRoles) {
        if (!driverRoles.has(VolumeExpansion.class) && !driverRoles.has(NodeExpansion.class)) {
            return Stream.empty();
        }
        boolean online = driverRoles
                .find(VolumeExpansion.class)
                .map(VolumeExpansion::online)
                .orElse(true);
        var capability = PluginCapability.newBuilder();
        capability
                .getVolumeExpansionBuilder()
                .setType(
                        online
                                ? PluginCapability.VolumeExpansion.Type.ONLINE
                                : PluginCapability.VolumeExpansion.Type.OFFLINE);
        return Stream.of(capability.build());
    }

    static Set<ControllerServiceCapability.RPC.Type> ofController(ServiceContext context) {
        DriverRoles driverRoles = context.driverRoles();
        Set<ControllerServiceCapability.RPC.Type> types = EnumSet.noneOf(ControllerServiceCapability.RPC.Type.class);
        if (driverRoles.has(Volumes.class)) {
            types.add(ControllerServiceCapability.RPC.Type.CREATE_DELETE_VOLUME);
        }
        if (context.volumes().isPresent()) {
            types.add(ControllerServiceCapability.RPC.Type.LIST_VOLUMES);
            types.add(ControllerServiceCapability.RPC.Type.GET_VOLUME);
        }
        driverRoles.find(Attaching.class).ifPresent(attachment -> {
            types.add(ControllerServiceCapability.RPC.Type.PUBLISH_UNPUBLISH_VOLUME);
            if (attachment.canAttachReadOnly()) {
                types.add(ControllerServiceCapability.RPC.Type.PUBLISH_READONLY);
            }
            if (context.volumes().isPresent()) {
                types.add(ControllerServiceCapability.RPC.Type.LIST_VOLUMES_PUBLISHED_NODES);
            }
        });
        if (driverRoles.has(Capacity.class)) {
            types.add(ControllerServiceCapability.RPC.Type.GET_CAPACITY);
        }
        if (driverRoles.has(VolumeCloning.class)) {
            types.add(ControllerServiceCapability.RPC.Type.CLONE_VOLUME);
        }
        if (context.snapshots().isPresent()) {
            types.add(ControllerServiceCapability.RPC.Type.CREATE_DELETE_SNAPSHOT);
            types.add(ControllerServiceCapability.RPC.Type.LIST_SNAPSHOTS);
            types.add(ControllerServiceCapability.RPC.Type.GET_SNAPSHOT);
        }
        if (driverRoles.has(VolumeExpansion.class)) {
            types.add(ControllerServiceCapability.RPC.Type.EXPAND_VOLUME);
        }
        if (driverRoles.has(VolumeModification.class)) {
            types.add(ControllerServiceCapability.RPC.Type.MODIFY_VOLUME);
        }
        if (driverRoles.has(ControllerVolumeHealth.class)) {
            types.add(ControllerServiceCapability.RPC.Type.GET_VOLUME_HEALTH);
            if (context.volumes().isPresent()) {
                types.add(ControllerServiceCapability.RPC.Type.LIST_VOLUME_HEALTH);
                types.add(ControllerServiceCapability.RPC.Type.VOLUME_CONDITION);
            }
        }
        if (!types.isEmpty() && countsWriters(context)) {
            types.add(ControllerServiceCapability.RPC.Type.SINGLE_NODE_MULTI_WRITER);
        }
        return types;
    }

    static Set<NodeServiceCapability.RPC.Type> ofNode(ServiceContext context) {
        DriverRoles driverRoles = context.driverRoles();
        Set<NodeServiceCapability.RPC.Type> types = EnumSet.noneOf(NodeServiceCapability.RPC.Type.class);
        if (driverRoles.has(Staging.class)) {
            types.add(NodeServiceCapability.RPC.Type.STAGE_UNSTAGE_VOLUME);
        }
        if (driverRoles.has(VolumeStats.class)) {
            types.add(NodeServiceCapability.RPC.Type.GET_VOLUME_STATS);
        }
        if (driverRoles.has(NodeExpansion.class)) {
            types.add(NodeServiceCapability.RPC.Type.EXPAND_VOLUME);
        }
        if (driverRoles.has(NodeVolumeHealth.class)) {
            types.add(NodeServiceCapability.RPC.Type.GET_VOLUME_HEALTH);
            if (driverRoles.has(VolumeStats.class)) {
                types.add(NodeServiceCapability.RPC.Type.VOLUME_CONDITION);
            }
        }
        if (driverRoles.has(NodeStorageHealth.class)) {
            types.add(NodeServiceCapability.RPC.Type.GET_STORAGE_HEALTH);
        }
        if (driverRoles
                .find(Publishing.class)
                .filter(Publishing::appliesMountGroup)
                .isPresent()) {
            types.add(NodeServiceCapability.RPC.Type.VOLUME_MOUNT_GROUP);
        }
        if (countsWriters(context)) {
            types.add(NodeServiceCapability.RPC.Type.SINGLE_NODE_MULTI_WRITER);
        }
        return types;
    }

    private static boolean countsWriters(ServiceContext context) {
        return context.driverRoles().has(Publishing.class)
                && context.volumeCapabilityCheck().modes().stream()
                        .anyMatch(mode -> mode == AccessMode.SINGLE_NODE_SINGLE_WRITER
                                || mode == AccessMode.SINGLE_NODE_MULTI_WRITER);
    }
}
