package dev.stowage.control.snapshot;

import dev.stowage.kube.model.VolumeGroupSnapshot;
import dev.stowage.kube.model.VolumeSnapshot;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// What contents are called. The same snapshot always comes to the same name, so that a second try finds what a first
/// one made.
final class ContentName {

    private ContentName() {}

    static String taken(VolumeSnapshot snapshot) {
        return "snapcontent-" + snapshot.meta().uid();
    }

    static String taken(VolumeGroupSnapshot group) {
        return "groupsnapcontent-" + group.meta().uid();
    }

    /// Of the part of a group that is a snapshot of that volume.
    static String member(VolumeGroupSnapshot group, String volumeHandle) {
        return "snapcontent-" + hash(group.meta().uid() + volumeHandle);
    }

    static String memberSnapshot(VolumeGroupSnapshot group, String volumeHandle) {
        return "snapshot-" + hash(group.meta().uid() + volumeHandle);
    }

    /// The content that matters to a snapshot now; empty when it is not known by name.
    static String of(VolumeSnapshot snapshot) {
        boolean bound = !snapshot.boundContent().isEmpty();
        if (bound && (snapshot.isBeingDeleted() || snapshot.isReady() || GroupMembership.isMember(snapshot))) {
            return snapshot.boundContent();
        }
        if (!snapshot.contentName().isEmpty()) {
            // One that is on its way out and was never bound leaves alone what it only wished for.
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
            throw new IllegalStateException("Every Java has SHA-256.", e);
        }
    }
}
