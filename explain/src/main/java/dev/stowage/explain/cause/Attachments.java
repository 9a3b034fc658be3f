package dev.stowage.explain.cause;

import dev.stowage.explain.picture.Picture;
import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Strand;
import java.util.List;

/// Attachments of volumes to nodes.
public final class Attachments {
    private static final String ATTACHER = "external-attacher/";

    private Attachments() {}

    public static List<Thing> of(Thing volume, Picture picture) {
        return picture.all(Sort.ATTACHMENT).stream()
                .filter(each -> volume(each).equals(volume.name()))
                .toList();
    }

    public static String volume(Thing attachment) {
        return attachment.text("/spec/source/persistentVolumeName");
    }

    public static String node(Thing attachment) {
        return attachment.text("/spec/nodeName");
    }

    public static boolean isAttached(Thing attachment) {
        return attachment.text("/status/attached").equals("true");
    }

    /// An attacher that takes an attachment puts its finalizer on it before anything else.
    public static boolean isTaken(Thing attachment) {
        return attachment
                .list("/metadata/finalizers")
                .anyMatch(each -> each.asText().startsWith(ATTACHER));
    }

    /// Volumes of such a driver need an attachment. Without a word from the driver it is assumed.
    public static boolean areNeeded(Strand strand) {
        boolean csi = strand.volume()
                .map(volume -> volume.json().at("/spec/csi").isObject())
                .orElse(false);
        return csi
                && strand.csiDriver()
                        .map(driver -> !driver.text("/spec/attachRequired").equals("false"))
                        .orElse(true);
    }

    /// It can be at one node only.
    public static boolean isExclusive(Thing volume) {
        List<String> modes =
                volume.list("/spec/accessModes").map(mode -> mode.asText("")).toList();
        return !modes.isEmpty() && !modes.contains("ReadWriteMany") && !modes.contains("ReadOnlyMany");
    }
}
