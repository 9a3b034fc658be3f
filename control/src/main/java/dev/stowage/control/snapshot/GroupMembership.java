package dev.stowage.control.snapshot;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.ObjectMeta;
import dev.stowage.kube.model.VolumeGroupSnapshot;
import dev.stowage.kube.model.VolumeSnapshot;
import java.util.Optional;

/// Snapshots that are members of a group: the group owns them.
final class GroupMembership {

    private GroupMembership() {}

    static Optional<ObjectMeta.OwnerReference> owner(VolumeSnapshot snapshot) {
        return snapshot.meta().ownerReferences().stream()
                .filter(ownerReference -> ownerReference.kind().equals(Kinds.GROUP_SNAPSHOTS.name())
                        && ownerReference.apiVersion().equals(Kinds.GROUP_SNAPSHOTS.apiVersion()))
                .findFirst();
    }

    static boolean isMember(VolumeSnapshot snapshot) {
        return owner(snapshot).isPresent();
    }

    /// The group's name; empty for a snapshot that is not a member.
    static String groupOf(VolumeSnapshot snapshot) {
        return owner(snapshot).map(ObjectMeta.OwnerReference::name).orElse(snapshot.groupName());
    }

    /// A member of a pre-provisioned group has the group's name, but no owner yet.
    static boolean lacksOwner(VolumeSnapshot snapshot) {
        return !isMember(snapshot) && !snapshot.groupName().isEmpty();
    }

    static void writeOwner(ObjectNode reference, VolumeGroupSnapshot group) {
        reference
                .put("apiVersion", Kinds.GROUP_SNAPSHOTS.apiVersion())
                .put("kind", Kinds.GROUP_SNAPSHOTS.name())
                .put("name", group.meta().name())
                .put("uid", group.meta().uid());
    }

    static Patch adopt(VolumeSnapshot snapshot, VolumeGroupSnapshot group) {
        ArrayNode operations = JsonNodeFactory.instance.arrayNode();
        operations
                .addObject()
                .put("op", "test")
                .put("path", "/metadata/resourceVersion")
                .put("value", snapshot.meta().resourceVersion());
        ObjectNode add = operations.addObject().put("op", "add");
        if (snapshot.meta().ownerReferences().isEmpty()) {
            writeOwner(
                    add.put("path", "/metadata/ownerReferences")
                            .putArray("value")
                            .addObject(),
                    group);
        } else {
            writeOwner(add.put("path", "/metadata/ownerReferences/-").putObject("value"), group);
        }
        return new Patch(Patch.Type.JSON, operations, "");
    }
}
