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
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The kernel's loop devices.
final class SystemLoopDevices implements LoopDevices {
    private static final Logger log = LoggerFactory.getLogger(SystemLoopDevices.class);
    private static final Path CONTROL = Path.of("/dev/loop-control");
    private static final String LANE = "loop devices";
    /// What a container answers that may not use loop devices.
    private static final Set<Errno> FORBIDDEN = EnumSet.of(Errno.EPERM, Errno.EACCES, Errno.EROFS);
    /// Between finding a free device and taking it, another process may take it.
    private static final int ATTEMPTS = 64;

    private final BlockingCalls calls;
    private final Path nodes;

    SystemLoopDevices(BlockingCalls calls) {
        this(calls, Path.of("/dev"));
    }

    /// @param nodes the directory with the device nodes
    SystemLoopDevices(BlockingCalls calls, Path nodes) {
        this.calls = calls;
        this.nodes = nodes;
    }

    private Path node(int number) {
        return nodes.resolve("loop" + number);
    }

    private Descriptor open(int number, int flags) throws LinuxException {
        return Descriptor.open(LoopDeviceNode.ensure(node(number), number), flags);
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

    private LoopDevice attachHere(Descriptor backing, boolean readOnly, int blockSize) throws IOException {
        try (Descriptor control = Descriptor.open(CONTROL, OpenFlags.READ_WRITE)) {
            for (int i = 0; i < ATTEMPTS; i++) {
                int number = (int) Libc.check(
                        Libc.IOCTL.invoke(control.number(), LoopIoctl.CTL_GET_FREE, 0),
                        "find free loop device",
                        CONTROL);
                try (Descriptor device = open(number, OpenFlags.READ_WRITE)) {
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
        // The kernel falls back by itself, except when the block sizes do not match.
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

    private LoopDevice attached(int number, Descriptor device, boolean readOnly) throws IOException {
        try {
            if (!readOnly) {
                // Write protection set on the device survives a detach and would affect the next file that is
                // attached to it.
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

    /// @param status empty when the kernel cannot read the backing file any more, for example after its disk failed
    private record AttachedDevice(LoopDevice device, Optional<LoopIoctl.Status> status) {}

    /// Empty when nothing is attached.
    private Optional<AttachedDevice> inspect(int number, Descriptor device) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment info = LoopIoctl.info(arena);
            long result = LoopIoctl.status(device, info);
            if (Libc.failedWith(result, Errno.ENXIO)) {
                return Optional.empty();
            }
            if (Libc.failedWith(result, Errno.EIO) || Libc.failedWith(result, Errno.ESTALE)) {
                return LoopDeviceEntry.find(number)
                        .map(entry -> new AttachedDevice(entry.unreadable(node(number)), Optional.empty()));
            }
            Libc.check(result, "inspect loop device", device);
            LoopIoctl.Status status = LoopIoctl.read(info);
            return LoopDeviceEntry.find(number)
                    .map(entry -> new AttachedDevice(
                            new LoopDevice(
                                    number,
                                    node(number),
                                    entry.backingFile(),
                                    entry.deleted(),
                                    status.readOnly(),
                                    status.directIo()),
                            Optional.of(status)));
        }
    }

    @Override
    public List<LoopDevice> list() throws IOException {
        return calls.call(LANE, "list loop devices", nodes, () -> inspect(LoopDeviceEntry.all(), _ -> false)).stream()
                .map(AttachedDevice::device)
                .toList();
    }

    @Override
    public List<LoopDevice> listBeneath(Path directory) throws IOException {
        return calls.call(LANE, "list loop devices", directory, () -> {
            Path canonical = directory.toRealPath();
            List<LoopDeviceEntry> beneath = LoopDeviceEntry.all().stream()
                    .filter(entry -> entry.isBeneath(canonical))
                    .toList();
            return inspect(beneath, _ -> true).stream()
                    .map(AttachedDevice::device)
                    .toList();
        });
    }

    /// Inspects the devices through their nodes.
    ///
    /// @param required whether it is an error that this process may not open the node; other such devices are
    ///     left out
    private List<AttachedDevice> inspect(List<LoopDeviceEntry> entries, Predicate<LoopDeviceEntry> required)
            throws IOException {
        List<AttachedDevice> seen = new ArrayList<>();
        for (LoopDeviceEntry entry : entries) {
            int number = entry.number();
            // Non-blocking and read-only: the check must neither wait for media nor trigger a partition scan.
            int flags = OpenFlags.READ_ONLY | OpenFlags.NONBLOCK;
            try (Descriptor opened = open(number, flags)) {
                inspect(number, opened).ifPresent(seen::add);
            } catch (LinuxException e) {
                boolean isLeftOut = FORBIDDEN.contains(e.errno()) && !required.test(entry);
                if (e.errno() != Errno.ENXIO && !isLeftOut) {
                    throw e;
                }
            }
        }
        return seen;
    }

    @Override
    public List<LoopDevice> findByBackingFile(Path backingFile) throws IOException {
        return calls.call(LANE, "find loop device", backingFile, () -> {
            Optional<Stat> file = Stat.find(backingFile);
            List<AttachedDevice> found = file.isPresent() ? over(backingFile, file.get()) : overDeleted(backingFile);
            return found.stream().map(AttachedDevice::device).toList();
        });
    }

    private List<AttachedDevice> over(Path path, Stat file) throws IOException {
        // A path that leads to another file belongs to another program; its device is left alone.
        List<LoopDeviceEntry> possible = LoopDeviceEntry.all().stream()
                .filter(entry -> entry.leadsTo(path, file).orElse(true))
                .toList();
        List<AttachedDevice> found = new ArrayList<>();
        for (AttachedDevice one :
                inspect(possible, entry -> entry.leadsTo(path, file).orElse(false))) {
            if (one.status().isPresent()) {
                if (one.status().get().isOver(file)) {
                    found.add(one);
                }
            } else if (one.device().backingFile().equals(path.toString())) {
                // A second device over the file must not be attached beside it.
                throw LinuxException.of(
                        "inspect loop device", one.device().node().toString(), Errno.EIO);
            }
        }
        return found;
    }

    private List<AttachedDevice> overDeleted(Path backingFile) throws IOException {
        String name = canonicalName(backingFile);
        List<LoopDeviceEntry> named = LoopDeviceEntry.all().stream()
                .filter(entry -> entry.deleted() && entry.backingFile().equals(name))
                .toList();
        return inspect(named, _ -> true).stream()
                .filter(one -> one.device().deleted())
                .toList();
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
