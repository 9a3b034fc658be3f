package dev.stowage.driver.lvm;

import dev.stowage.linux.Descriptor;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.SnapshotId;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/// The logical volumes that are read now, and by nobody changed; they are active as long. Many threads may use it.
final class VolumeReaders {

    private final LvmDevices devices;
    private final Map<String, Integer> readers = new HashMap<>();

    VolumeReaders(LvmDevices devices) {
        this.devices = devices;
    }

    /// An open logical volume. Closing it deactivates it, if it was the last.
    final class Opened implements AutoCloseable {
        private final String name;
        private final Descriptor descriptor;

        private Opened(String name, Descriptor descriptor) {
            this.name = name;
            this.descriptor = descriptor;
        }

        Descriptor descriptor() {
            return descriptor;
        }

        @Override
        public void close() {
            descriptor.close();
            leave(name);
        }
    }

    Opened open(SnapshotId id) throws CsiException, IOException {
        return open(VolumeTags.name(id));
    }

    synchronized Opened open(String name) throws CsiException, IOException {
        Descriptor opened =
                Descriptor.openForReading(devices.activate(name).device().node());
        readers.merge(name, 1, Integer::sum);
        return new Opened(name, opened);
    }

    private synchronized void leave(String name) {
        if (readers.merge(name, -1, Integer::sum) > 0) {
            return;
        }
        readers.remove(name);
        devices.tryDeactivate(name, "the device of logical volume " + name);
    }
}
