package dev.stowage.driver.filesystem;

import java.io.IOException;
import java.nio.file.Path;

/// A file system was to be made on a device that holds something.
public final class NotBlank extends IOException {
    private static final long serialVersionUID = 1L;

    NotBlank(Path device, Contents contents) {
        super(device + " holds " + contents
                + " and is not formatted; if nobody needs it, remove the volume and make a new one");
    }
}
