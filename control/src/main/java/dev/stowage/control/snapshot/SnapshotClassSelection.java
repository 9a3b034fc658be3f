package dev.stowage.control.snapshot;

import dev.stowage.kube.model.VolumeSnapshotClass;
import java.util.List;
import java.util.Optional;

/// Which class a snapshot uses.
final class SnapshotClassSelection {

    private SnapshotClassSelection() {}

    static Optional<VolumeSnapshotClass> named(String name, List<VolumeSnapshotClass> classes) {
        return classes.stream().filter(each -> each.meta().name().equals(name)).findFirst();
    }

    /// The default class of a driver. Each driver can have one; more than one is an error.
    ///
    /// @param mark the annotation of default classes
    /// @param what they are for: snapshots or group snapshots
    static VolumeSnapshotClass defaultClass(String driver, List<VolumeSnapshotClass> classes, String mark, String what)
            throws SnapshotException {
        List<VolumeSnapshotClass> usual = classes.stream()
                .filter(each -> each.meta().annotation(mark).equals("true")
                        && each.driver().equals(driver))
                .toList();
        if (usual.isEmpty()) {
            throw new SnapshotException("cannot find default " + what + " class");
        }
        if (usual.size() > 1) {
            throw new SnapshotException(usual.size() + " default snapshot classes were found");
        }
        return usual.getFirst();
    }
}
