package dev.stowage.driver.filesystem;

import java.io.IOException;
import java.nio.file.Path;

/// What a device or image file holds, found by reading it only.
public sealed interface DiskFormat {

    /// Nothing: no known signature, only zeroes in the samples.
    record Blank() implements DiskFormat {
        @Override
        public String toString() {
            return "nothing";
        }
    }

    record Holds(FileSystem fileSystem) implements DiskFormat {
        @Override
        public String toString() {
            return "a file system (" + fileSystem.word() + ")";
        }
    }

    /// Unknown data; never formatted.
    record Unknown(String what) implements DiskFormat {
        @Override
        public String toString() {
            return what;
        }
    }

    /// Reads the first MiB, the last 128 KiB and samples in between. A device on which any of these bytes is not
    /// zero is never called blank.
    static DiskFormat of(Path device) throws IOException {
        try (DeviceReader reader = DeviceReader.open(device)) {
            return DiskFormatProbe.of(reader);
        }
    }
}
