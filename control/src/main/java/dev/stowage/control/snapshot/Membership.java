package dev.stowage.control.snapshot;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kube.api.Kinds;
import dev.stowage.kube.api.Patch;
import dev.stowage.kube.object.GroupSnapshot;
import dev.stowage.kube.object.Meta;
import dev.stowage.kube.object.Snapshot;
import java.util.Optional;

/// Snapshots that are parts of a group: the group owns them.
final class Membership {

    private Membership() {}

    static Optional<Meta.Owner> owner(Snapshot snapshot) {
        return snapshot.meta().owners().stream()
                .filter(owner -> owner.kind().equals(Kinds.GROUP_SNAPSHOTS.name())
                        && owner.apiVersion().equals(Kinds.GROUP_SNAPSHOTS.apiVersion()))
                .findFirst();
    }

    static boolean isMember(Snapshot snapshot) {
        return owner(snapshot).isPresent();
    }

    /// The group's name; empty for a snapshot that stands alone.
    static String groupOf(Snapshot snapshot) {
        return owner(snapshot).map(Meta.Owner::name).orElse(snapshot.groupName());
    }

    /// A snapshot of a group that was brought along has the group's name, but no owner yet.
    static boolean lacksOwner(Snapshot snapshot) {
        return !isMember(snapshot) && !snapshot.groupName().isEmpty();
    }

    static void writeOwner(ObjectNode reference, GroupSnapshot group) {
        reference
                .put("apiVersion", Kinds.GROUP_SNAPSHOTS.apiVersion())
                .put("kind", Kinds.GROUP_SNAPSHOTS.name())
                .put("name", group.meta().name())
                .put("uid", group.meta().uid());
    }

    static Patch adopt(Snapshot snapshot, GroupSnapshot group) {
        ArrayNode operations = JsonNodeFactory.instance.arrayNode();
        operations
                .addObject()
                .put("op", "test")
                .put("path", "/metadata/resourceVersion")
                .put("value", snapshot.meta().version());
        ObjectNode add = operations.addObject().put("op", "add");
        if (snapshot.meta().owners().isEmpty()) {
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
