package dev.stowage.driver.filesystem;

import java.io.IOException;
import java.nio.file.Path;

/// A file system was to be made on a device that holds something.
public final class DeviceNotBlankException extends IOException {
    private static final long serialVersionUID = 1L;

    DeviceNotBlankException(Path device, DiskFormat diskFormat) {
        super(device + " contains " + diskFormat
                + " and is not formatted; if the data is not needed, delete the volume and create a new one");
    }
}
