package dev.stowage.linux.block;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The devices of the device mapper, from sysfs: it needs no program and no udev.
public final class DeviceMapper {
    private static final Path BLOCK = Path.of("/sys/block");

    private DeviceMapper() {}

    /// @param node `/dev/dm-N`, which the kernel itself creates
    /// @param uuid given by the program that created it
    public record Device(Path node, int major, int minor, String uuid) {}

    /// Whether the running kernel has a device mapper.
    public static boolean isAvailable() {
        return Files.exists(Path.of("/sys/class/misc/device-mapper"));
    }

    public static Optional<Device> find(String name) throws IOException {
        try (DirectoryStream<Path> devices = Files.newDirectoryStream(BLOCK, "dm-*")) {
            for (Path device : devices) {
                try {
                    if (read(device.resolve("dm/name")).equals(name)) {
                        return Optional.of(of(device));
                    }
                } catch (NoSuchFileException e) {
                    // It was removed meanwhile.
                }
            }
        }
        return Optional.empty();
    }

    /// The devices whose UUID begins with this prefix, and all I/O of which waits: a program suspended them and has
    /// not resumed them.
    public static List<Device> suspended(String uuidPrefix) throws IOException {
        List<Device> found = new ArrayList<>();
        try (DirectoryStream<Path> devices = Files.newDirectoryStream(BLOCK, "dm-*")) {
            for (Path device : devices) {
                try {
                    if (read(device.resolve("dm/uuid")).startsWith(uuidPrefix)
                            && read(device.resolve("dm/suspended")).equals("1")) {
                        found.add(of(device));
                    }
                } catch (NoSuchFileException e) {
                    // It was removed meanwhile.
                }
            }
        }
        return found;
    }

    private static Device of(Path device) throws IOException {
        String[] number = read(device.resolve("dev")).split(":", 2);
        return new Device(
                Path.of("/dev").resolve(device.getFileName().toString()),
                Integer.parseInt(number[0]),
                Integer.parseInt(number[1]),
                read(device.resolve("dm/uuid")));
    }

    private static String read(Path file) throws IOException {
        return Files.readString(file).strip();
    }
}
