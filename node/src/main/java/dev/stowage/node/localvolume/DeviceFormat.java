package dev.stowage.node.localvolume;

import dev.stowage.linux.exec.CommandFailedException;
import dev.stowage.linux.exec.CommandNotFoundException;
import dev.stowage.linux.exec.CommandRunner;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The file system on a device before it is mounted. A device on which `blkid` finds anything is never
/// formatted.
final class DeviceFormat {
    private static final Logger log = LoggerFactory.getLogger(DeviceFormat.class);

    /// A program that takes longer hangs.
    private static final Duration DEADLINE = Duration.ofMinutes(10);

    private static final int NOTHING_FOUND = 2;
    private static final int CORRECTED = 1;
    private static final int NOT_CORRECTED = 4;

    /// The type becomes part of a program's name.
    private static final Pattern FS_TYPE = Pattern.compile("[a-z0-9]+");

    private DeviceFormat() {}

    /// Formats a blank device, and checks any other one.
    static void prepare(Path device, String fsType, boolean readOnly) throws IOException {
        if (!FS_TYPE.matcher(fsType).matches()) {
            throw new IOException("\"" + fsType + "\" is not a valid file system type");
        }
        if (isBlank(device)) {
            if (readOnly) {
                throw new IOException(
                        "cannot mount unformatted disk " + device + " as we are manipulating it in read-only mode");
            }
            log.info("Formatting device {} as {}.", device, fsType);
            var _ = CommandRunner.run(DEADLINE, mkfs(device.toString(), fsType));
        } else if (!readOnly) {
            check(device);
        }
    }

    private static boolean isBlank(Path device) throws IOException {
        try {
            return CommandRunner.run(
                            DEADLINE,
                            List.of("blkid", "-p", "-s", "TYPE", "-s", "PTTYPE", "-o", "export", device.toString()))
                    .isBlank();
        } catch (CommandFailedException e) {
            if (e.status() == NOTHING_FOUND) {
                return true;
            }
            throw new IOException("failed to get disk format of disk " + device + ": " + e.getMessage(), e);
        }
    }

    private static List<String> mkfs(String device, String fsType) {
        String program = "mkfs." + fsType;
        return switch (fsType) {
            // All blocks are for the owner of the volume, and none for root.
            case "ext3", "ext4" -> List.of(program, "-F", "-m0", device);
            case "xfs" -> List.of(program, "-f", device);
            default -> List.of(program, device);
        };
    }

    private static void check(Path device) throws IOException {
        try {
            var _ = CommandRunner.run(DEADLINE, List.of("fsck", "-a", device.toString()));
        } catch (CommandNotFoundException e) {
            log.warn("Mounting {} without a check: {}", device, e.getMessage());
        } catch (CommandFailedException e) {
            if (e.status() == NOT_CORRECTED) {
                throw new IOException(
                        "'fsck' found errors on device " + device + " but could not correct them: " + e.tail(), e);
            }
            if (e.status() != CORRECTED) {
                log.info("Mounting {}, although its check failed: {}", device, e.getMessage());
            }
        }
    }
}
