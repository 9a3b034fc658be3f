package dev.stowage.sdk.service;

import dev.stowage.csi.v1.ControllerServiceCapability;
import dev.stowage.csi.v1.NodeServiceCapability;
import dev.stowage.csi.v1.PluginCapability;
import dev.stowage.sdk.AccessMode;
import dev.stowage.sdk.Attachment;
import dev.stowage.sdk.Capacity;
import dev.stowage.sdk.Cloning;
import dev.stowage.sdk.Expansion;
import dev.stowage.sdk.GroupSnapshots;
import dev.stowage.sdk.Health;
import dev.stowage.sdk.Modification;
import dev.stowage.sdk.NodeExpansion;
import dev.stowage.sdk.NodeHealth;
import dev.stowage.sdk.Publishing;
import dev.stowage.sdk.SnapshotMetadata;
import dev.stowage.sdk.Snapshots;
import dev.stowage.sdk.Staging;
import dev.stowage.sdk.Stats;
import dev.stowage.sdk.StorageHealth;
import dev.stowage.sdk.Volumes;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// What a driver declares follows from what it implements, and from nothing else.
final class Capabilities {

    private Capabilities() {}

    static List<PluginCapability> ofPlugin(Base base) {
        Roles roles = base.roles();
        Set<PluginCapability.Service.Type> services = EnumSet.noneOf(PluginCapability.Service.Type.class);
        if (!ofController(base).isEmpty()) {
            services.add(PluginCapability.Service.Type.CONTROLLER_SERVICE);
        }
        if (base.hasPlace()) {
            services.add(PluginCapability.Service.Type.VOLUME_ACCESSIBILITY_CONSTRAINTS);
            if (roles.has(Snapshots.class)) {
                services.add(PluginCapability.Service.Type.SNAPSHOT_ACCESSIBILITY_CONSTRAINTS);
            }
        }
        if (roles.has(GroupSnapshots.class)) {
            services.add(PluginCapability.Service.Type.GROUP_CONTROLLER_SERVICE);
        }
        if (roles.has(SnapshotMetadata.class)) {
            services.add(PluginCapability.Service.Type.SNAPSHOT_METADATA_SERVICE);
        }
        return Stream.concat(services.stream().map(Capabilities::service), expansion(roles))
                .toList();
    }

    private static PluginCapability service(PluginCapability.Service.Type type) {
        var capability = PluginCapability.newBuilder();
        capability.getServiceBuilder().setType(type);
        return capability.build();
    }

    private static Stream<PluginCapability> expansion(Roles roles) {
        if (!roles.has(Expansion.class) && !roles.has(NodeExpansion.class)) {
            return Stream.empty();
        }
        boolean online = roles.find(Expansion.class).map(Expansion::online).orElse(true);
        var capability = PluginCapability.newBuilder();
        capability
                .getVolumeExpansionBuilder()
                .setType(
                        online
                                ? PluginCapability.VolumeExpansion.Type.ONLINE
                                : PluginCapability.VolumeExpansion.Type.OFFLINE);
        return Stream.of(capability.build());
    }

    static Set<ControllerServiceCapability.RPC.Type> ofController(Base base) {
        Roles roles = base.roles();
        Set<ControllerServiceCapability.RPC.Type> types = EnumSet.noneOf(ControllerServiceCapability.RPC.Type.class);
        if (roles.has(Volumes.class)) {
            types.add(ControllerServiceCapability.RPC.Type.CREATE_DELETE_VOLUME);
        }
        if (base.volumes().isPresent()) {
            types.add(ControllerServiceCapability.RPC.Type.LIST_VOLUMES);
            types.add(ControllerServiceCapability.RPC.Type.GET_VOLUME);
        }
        roles.find(Attachment.class).ifPresent(attachment -> {
            types.add(ControllerServiceCapability.RPC.Type.PUBLISH_UNPUBLISH_VOLUME);
            if (attachment.canAttachReadOnly()) {
                types.add(ControllerServiceCapability.RPC.Type.PUBLISH_READONLY);
            }
            if (base.volumes().isPresent()) {
                types.add(ControllerServiceCapability.RPC.Type.LIST_VOLUMES_PUBLISHED_NODES);
            }
        });
        if (roles.has(Capacity.class)) {
            types.add(ControllerServiceCapability.RPC.Type.GET_CAPACITY);
        }
        if (roles.has(Cloning.class)) {
            types.add(ControllerServiceCapability.RPC.Type.CLONE_VOLUME);
        }
        if (base.snapshots().isPresent()) {
            types.add(ControllerServiceCapability.RPC.Type.CREATE_DELETE_SNAPSHOT);
            types.add(ControllerServiceCapability.RPC.Type.LIST_SNAPSHOTS);
            types.add(ControllerServiceCapability.RPC.Type.GET_SNAPSHOT);
        }
        if (roles.has(Expansion.class)) {
            types.add(ControllerServiceCapability.RPC.Type.EXPAND_VOLUME);
        }
        if (roles.has(Modification.class)) {
            types.add(ControllerServiceCapability.RPC.Type.MODIFY_VOLUME);
        }
        if (roles.has(Health.class)) {
            types.add(ControllerServiceCapability.RPC.Type.GET_VOLUME_HEALTH);
            if (base.volumes().isPresent()) {
                types.add(ControllerServiceCapability.RPC.Type.LIST_VOLUME_HEALTH);
                types.add(ControllerServiceCapability.RPC.Type.VOLUME_CONDITION);
            }
        }
        if (!types.isEmpty() && countsWriters(base)) {
            types.add(ControllerServiceCapability.RPC.Type.SINGLE_NODE_MULTI_WRITER);
        }
        return types;
    }

    static Set<NodeServiceCapability.RPC.Type> ofNode(Base base) {
        Roles roles = base.roles();
        Set<NodeServiceCapability.RPC.Type> types = EnumSet.noneOf(NodeServiceCapability.RPC.Type.class);
        if (roles.has(Staging.class)) {
            types.add(NodeServiceCapability.RPC.Type.STAGE_UNSTAGE_VOLUME);
        }
        if (roles.has(Stats.class)) {
            types.add(NodeServiceCapability.RPC.Type.GET_VOLUME_STATS);
        }
        if (roles.has(NodeExpansion.class)) {
            types.add(NodeServiceCapability.RPC.Type.EXPAND_VOLUME);
        }
        if (roles.has(NodeHealth.class)) {
            types.add(NodeServiceCapability.RPC.Type.GET_VOLUME_HEALTH);
            if (roles.has(Stats.class)) {
                types.add(NodeServiceCapability.RPC.Type.VOLUME_CONDITION);
            }
        }
        if (roles.has(StorageHealth.class)) {
            types.add(NodeServiceCapability.RPC.Type.GET_STORAGE_HEALTH);
        }
        if (roles.find(Publishing.class).filter(Publishing::appliesMountGroup).isPresent()) {
            types.add(NodeServiceCapability.RPC.Type.VOLUME_MOUNT_GROUP);
        }
        if (countsWriters(base)) {
            types.add(NodeServiceCapability.RPC.Type.SINGLE_NODE_MULTI_WRITER);
        }
        return types;
    }

    private static boolean countsWriters(Base base) {
        return base.roles().has(Publishing.class)
                && base.permitted().modes().stream()
                        .anyMatch(mode -> mode == AccessMode.SINGLE_NODE_SINGLE_WRITER
                                || mode == AccessMode.SINGLE_NODE_MULTI_WRITER);
    }
}
