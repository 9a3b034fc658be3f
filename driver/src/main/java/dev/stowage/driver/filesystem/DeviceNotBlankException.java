package dev.stowage.driver.filesystem;

import java.io.IOException;
import java.nio.file.Path;

/// A file system was to be made on a device that holds something.
public final class DeviceNotBlankException extends IOException {
    private static final long serialVersionUID = 1L;

    DeviceNotBlankException(Path device, DiskFormat diskFormat) {
        super(device + " holds " + diskFormat
                + " and is not formatted; if nobody needs it, remove the volume and make a new one");
    }
}
