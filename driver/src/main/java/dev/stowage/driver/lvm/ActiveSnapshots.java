package dev.stowage.driver.lvm;

import dev.stowage.linux.Descriptor;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.SnapshotId;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/// The snapshots that are read now; they are active as long. Many threads may use it.
final class ActiveSnapshots {

    private final LvmDevices devices;
    private final Map<SnapshotId, Integer> readers = new HashMap<>();

    ActiveSnapshots(LvmDevices devices) {
        this.devices = devices;
    }

    /// An open snapshot. Closing it deactivates it, if it was the last.
    final class Opened implements AutoCloseable {
        private final SnapshotId id;
        private final Descriptor descriptor;

        private Opened(SnapshotId id, Descriptor descriptor) {
            this.id = id;
            this.descriptor = descriptor;
        }

        Descriptor descriptor() {
            return descriptor;
        }

        @Override
        public void close() {
            descriptor.close();
            leave(id);
        }
    }

    synchronized Opened open(SnapshotId id) throws CsiException, IOException {
        Descriptor opened = Descriptor.openForReading(
                devices.activate(VolumeTags.name(id)).device().node());
        readers.merge(id, 1, Integer::sum);
        return new Opened(id, opened);
    }

    private synchronized void leave(SnapshotId id) {
        if (readers.merge(id, -1, Integer::sum) > 0) {
            return;
        }
        readers.remove(id);
        devices.tryDeactivate(VolumeTags.name(id), "the device of snapshot " + id);
    }
}
