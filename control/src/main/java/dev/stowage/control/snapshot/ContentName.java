package dev.stowage.control.snapshot;

import dev.stowage.kube.model.VolumeGroupSnapshot;
import dev.stowage.kube.model.VolumeSnapshot;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// The names of contents. They are deterministic, so a retry finds what the first attempt created.
final class ContentName {

    private ContentName() {}

    static String taken(VolumeSnapshot snapshot) {
        return "snapcontent-" + snapshot.meta().uid();
    }

    static String taken(VolumeGroupSnapshot group) {
        return "groupsnapcontent-" + group.meta().uid();
    }

    /// For the member of a group that is a snapshot of that volume.
    static String member(VolumeGroupSnapshot group, String volumeHandle) {
        return "snapcontent-" + hash(group.meta().uid() + volumeHandle);
    }

    static String memberSnapshot(VolumeGroupSnapshot group, String volumeHandle) {
        return "snapshot-" + hash(group.meta().uid() + volumeHandle);
    }

    /// The content of a snapshot; empty when its name is not known.
    static String of(VolumeSnapshot snapshot) {
        boolean bound = !snapshot.boundContent().isEmpty();
        if (bound && (snapshot.isBeingDeleted() || snapshot.isReady() || GroupMembership.isMember(snapshot))) {
            return snapshot.boundContent();
        }
        if (!snapshot.contentName().isEmpty()) {
            // A snapshot that is being deleted and was never bound leaves the content that it only requested
            // alone.
            return snapshot.isBeingDeleted() ? "" : snapshot.contentName();
        }
        return GroupMembership.isMember(snapshot) ? "" : taken(snapshot);
    }

    static String of(VolumeGroupSnapshot group) {
        boolean bound = !group.boundContent().isEmpty();
        if (bound && (group.isBeingDeleted() || group.isReady())) {
            return group.boundContent();
        }
        if (!group.contentName().isEmpty()) {
            return group.isBeingDeleted() ? "" : group.contentName();
        }
        return taken(group);
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-256 is not available.", e);
        }
    }
}
