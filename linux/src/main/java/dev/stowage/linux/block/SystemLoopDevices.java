package dev.stowage.linux.block;

import dev.stowage.linux.BlockingCalls;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.Libc;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.OpenFlags;
import dev.stowage.linux.Stat;
import dev.stowage.linux.file.NameInDirectory;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The kernel's loop devices.
final class SystemLoopDevices implements LoopDevices {
    private static final Logger log = LoggerFactory.getLogger(SystemLoopDevices.class);
    private static final Path CONTROL = Path.of("/dev/loop-control");
    private static final Path SYSFS = Path.of("/sys/block");
    private static final String DELETED = " (deleted)";
    private static final String LANE = "loop devices";
    /// Between finding a free device and taking it, another process may take it.
    private static final int ATTEMPTS = 64;

    private final BlockingCalls calls;

    SystemLoopDevices(BlockingCalls calls) {
        this.calls = calls;
    }

    @Override
    public LoopDevice attach(Path backingFile, boolean readOnly) throws IOException {
        return calls.call(LANE, "attach loop device", backingFile, () -> {
            try (Descriptor backing =
                    readOnly ? Descriptor.openForReading(backingFile) : Descriptor.openForWriting(backingFile)) {
                return attachHere(backing, readOnly, 0);
            }
        });
    }

    @Override
    public LoopDevice attach(Descriptor backing, boolean readOnly) throws IOException {
        return attach(backing, readOnly, 0);
    }

    @Override
    public LoopDevice attach(Descriptor backing, boolean readOnly, int blockSize) throws IOException {
        return calls.call(LANE, "attach loop device", backing, () -> attachHere(backing, readOnly, blockSize));
    }

    private static LoopDevice attachHere(Descriptor backing, boolean readOnly, int blockSize) throws IOException {
        try (Descriptor control = Descriptor.open(CONTROL, OpenFlags.READ_WRITE)) {
            for (int i = 0; i < ATTEMPTS; i++) {
                int number = (int) Libc.check(
                        Libc.IOCTL.invoke(control.number(), LoopIoctl.CTL_GET_FREE, 0),
                        "find free loop device",
                        CONTROL);
                try (Descriptor device = Descriptor.open(LoopDeviceNode.ensure(number), OpenFlags.READ_WRITE)) {
                    long result = configure(device, backing, readOnly, blockSize);
                    if (!Libc.failedWith(result, Errno.EBUSY)) {
                        Libc.check(result, "attach to " + device, backing);
                        return attached(number, device, readOnly);
                    }
                }
            }
        }
        throw new LinuxException(
                "attach loop device",
                backing.toString(),
                Errno.EBUSY,
                "Other processes took every free device; try again.");
    }

    private static long configure(Descriptor device, Descriptor backing, boolean readOnly, int blockSize)
            throws IOException {
        long result = configure(device, backing, readOnly, blockSize, true);
        // Kernels fall back by themselves, except where the block sizes make them refuse.
        return Libc.failedWith(result, Errno.EINVAL) ? configure(device, backing, readOnly, blockSize, false) : result;
    }

    private static long configure(
            Descriptor device, Descriptor backing, boolean readOnly, int blockSize, boolean directIo)
            throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            return backing.use(fd -> {
                MemorySegment config = LoopIoctl.configuration(arena, fd, blockSize, readOnly, directIo);
                return Libc.IOCTL.invoke(device.number(), LoopIoctl.CONFIGURE, config.address());
            });
        }
    }

    private static LoopDevice attached(int number, Descriptor device, boolean readOnly) throws IOException {
        try {
            if (!readOnly) {
                // Write protection set on the node survives a detach, and would meet the next file that gets this
                // device.
                BlockDevice.setReadOnly(device, false);
            }
            return inspect(number, device)
                    .orElseThrow(() -> LinuxException.of("attach loop device", device.toString(), Errno.ENXIO))
                    .device();
        } catch (IOException e) {
            long undone = Libc.IOCTL.invoke(device.number(), LoopIoctl.CLR_FD, 0);
            log.warn("{} was attached but could not be read back; detaching it returned {}.", device, undone);
            throw e;
        }
    }

    private record AttachedDevice(LoopDevice device, LoopIoctl.Status status) {}

    /// Empty when nothing is attached.
    private static Optional<AttachedDevice> inspect(int number, Descriptor device) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment info = LoopIoctl.info(arena);
            long result = LoopIoctl.status(device, info);
            if (Libc.failedWith(result, Errno.ENXIO)) {
                return Optional.empty();
            }
            Libc.check(result, "inspect loop device", device);
            LoopIoctl.Status status = LoopIoctl.read(info);
            String file = Files.readString(SYSFS.resolve("loop" + number).resolve("loop/backing_file"));
            String name = file.stripTrailing();
            boolean deleted = name.endsWith(DELETED);
            String backing = deleted ? name.substring(0, name.length() - DELETED.length()) : name;
            return Optional.of(new AttachedDevice(
                    new LoopDevice(
                            number,
                            LoopDeviceNode.path(number),
                            backing,
                            deleted,
                            status.readOnly(),
                            status.directIo()),
                    status));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    @Override
    public List<LoopDevice> list() throws IOException {
        return calls.call(LANE, "list loop devices", SYSFS, SystemLoopDevices::seen).stream()
                .map(AttachedDevice::device)
                .toList();
    }

    private static List<AttachedDevice> seen() throws IOException {
        List<AttachedDevice> seen = new ArrayList<>();
        try (var devices = Files.newDirectoryStream(SYSFS, "loop[0-9]*")) {
            for (Path device : devices) {
                if (!Files.exists(device.resolve("loop/backing_file"))) {
                    continue;
                }
                int number = Integer.parseInt(device.getFileName().toString().substring("loop".length()));
                // Non-blocking and read-only: looking must neither wait for media nor trigger a partition scan.
                int flags = OpenFlags.READ_ONLY | OpenFlags.NONBLOCK;
                try (Descriptor opened = Descriptor.open(LoopDeviceNode.ensure(number), flags)) {
                    inspect(number, opened).ifPresent(seen::add);
                } catch (LinuxException e) {
                    if (e.errno() != Errno.ENXIO) {
                        throw e;
                    }
                }
            }
        }
        seen.sort(Comparator.comparingInt(one -> one.device().number()));
        return seen;
    }

    @Override
    public List<LoopDevice> findByBackingFile(Path backingFile) throws IOException {
        return calls.call(LANE, "find loop device", backingFile, () -> {
            Optional<Stat> file = Stat.find(backingFile);
            String name = canonicalName(backingFile);
            return seen().stream()
                    .filter(one -> file.isPresent()
                            ? one.status().isOver(file.get())
                            : one.device().deleted()
                                    && one.device().backingFile().equals(name))
                    .map(AttachedDevice::device)
                    .toList();
        });
    }

    private static String canonicalName(Path file) throws IOException {
        try (NameInDirectory place = NameInDirectory.open(file)) {
            return place.canonical().toString();
        } catch (LinuxException e) {
            return file.toAbsolutePath().normalize().toString();
        }
    }

    @Override
    public void grow(LoopDevice device) throws IOException {
        calls.run(LANE, "grow", device.node(), () -> {
            try (Descriptor opened = Descriptor.open(device.node(), OpenFlags.READ_WRITE)) {
                Libc.check(Libc.IOCTL.invoke(opened.number(), LoopIoctl.SET_CAPACITY, 0), "grow", device.node());
            }
        });
    }

    @Override
    public void detach(LoopDevice device) throws IOException {
        calls.run(LANE, "detach", device.node(), () -> {
            try (Descriptor opened = Descriptor.open(device.node(), OpenFlags.READ_ONLY | OpenFlags.NONBLOCK)) {
                long result = Libc.IOCTL.invoke(opened.number(), LoopIoctl.CLR_FD, 0);
                if (!Libc.failedWith(result, Errno.ENXIO)) {
                    Libc.check(result, "detach", device.node());
                }
            }
        });
    }
}
