package dev.stowage.linux.block;

import dev.stowage.linux.LinuxException;
import dev.stowage.linux.Stat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// An attached loop device as sysfs shows it. Reading it needs no device node, so it also works in a container
/// that may not use loop devices.
///
/// @param backingFile the path in the mount namespace of the process that attached it, which may not lead
///     anywhere in ours
record LoopDeviceEntry(int number, String backingFile, boolean deleted) {
    private static final Path SYSFS = Path.of("/sys/block");
    private static final String PREFIX = "loop";
    private static final String DELETED = " (deleted)";
    /// How often a device may be detached and attached again while it is read.
    private static final int ATTEMPTS = 3;

    /// All of them, by number.
    static List<LoopDeviceEntry> all() throws IOException {
        List<LoopDeviceEntry> found = new ArrayList<>();
        try (var devices = Files.newDirectoryStream(SYSFS, PREFIX + "[0-9]*")) {
            for (Path device : devices) {
                find(Integer.parseInt(device.getFileName().toString().substring(PREFIX.length())))
                        .ifPresent(found::add);
            }
        }
        found.sort(Comparator.comparingInt(LoopDeviceEntry::number));
        return found;
    }

    /// Empty when nothing is attached.
    static Optional<LoopDeviceEntry> find(int number) throws IOException {
        Optional<byte[]> read = read(SYSFS.resolve(PREFIX + number).resolve("loop/backing_file"));
        // Names of files are bytes; those of other programs need not be valid text.
        String name = new String(read.orElse(new byte[0]), StandardCharsets.UTF_8);
        if (name.endsWith("\n")) {
            name = name.substring(0, name.length() - 1);
        }
        if (name.isEmpty()) {
            return Optional.empty(); // also while it is being detached
        }
        boolean deleted = name.endsWith(DELETED);
        String backing = deleted ? name.substring(0, name.length() - DELETED.length()) : name;
        return Optional.of(new LoopDeviceEntry(number, backing, deleted));
    }

    /// Empty when there is no such file. Nobody keeps the device attached meanwhile: when it is detached between
    /// opening the file and reading it, the read fails, although nothing is wrong.
    private static Optional<byte[]> read(Path file) throws IOException {
        for (int i = 1; ; i++) {
            try {
                return Optional.of(Files.readAllBytes(file));
            } catch (NoSuchFileException e) {
                return Optional.empty();
            } catch (IOException e) {
                if (i == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /// The device, when the kernel cannot read its backing file. What is not known then is not important: such a
    /// device is only listed and detached.
    LoopDevice unreadable(Path node) {
        return new LoopDevice(number, node, backingFile, deleted, false, false);
    }

    /// Whether the path in sysfs leads to this file. Empty when it leads nowhere: the file was deleted, or
    /// attached in another mount namespace. Only the device itself can tell then.
    ///
    /// Files of other programs are not looked at, as that can hang when the server they are on is away. Another
    /// path to the same file, such as one through a bind mount, ends with the same name; only a file that has
    /// several names can be attached under another one.
    ///
    /// @param path of the file
    Optional<Boolean> leadsTo(Path path, Stat file) {
        if (deleted) {
            return Optional.empty();
        }
        if (file.links() == 1 && !backingFile.endsWith("/" + path.getFileName())) {
            return Optional.of(false);
        }
        try {
            return Stat.find(Path.of(backingFile)).map(file::isSameFileAs);
        } catch (InvalidPathException | LinuxException e) {
            // In the C locale there is no Path for a name that is not ASCII.
            return Optional.empty();
        }
    }

    /// Whether the path in sysfs is in this directory; any name can be compared as text.
    ///
    /// @param directory without links
    boolean isBeneath(Path directory) {
        String prefix = directory.toString();
        return backingFile.startsWith(prefix.endsWith("/") ? prefix : prefix + "/");
    }
}
