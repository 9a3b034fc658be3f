package dev.stowage.driver.volumegroup;

import dev.stowage.linux.block.DeviceMapper;
import dev.stowage.linux.exec.CommandFailedException;
import dev.stowage.linux.exec.CommandTimeoutException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A volume group, and the commands that a driver needs. It never forces anything: the kernel keeps a device that
/// is open, and the command fails. Many threads may use it; the program itself locks the group.
public final class VolumeGroup {

    private static final String GROUP_COLUMNS = "vg_size,vg_free,vg_missing_pv_count";

    private final VolumeGroupName name;
    private final String uuid;
    private final long extentSize;
    private volatile List<String> disks;

    private VolumeGroup(VolumeGroupName name, GroupDiscovery found) {
        this.name = name;
        this.uuid = found.uuid();
        this.extentSize = found.extentSize();
        this.disks = found.disks();
    }

    /// @param known the UUID of the group at an earlier start
    /// @throws GroupMissingException when the group or its thin pool cannot be used
    public static VolumeGroup open(VolumeGroupName name, Optional<String> known) throws IOException {
        VolumeGroup group = new VolumeGroup(name, GroupDiscovery.of(name.group(), known));
        if (name.thinPool().isPresent()) {
            group.checkThinPool(name.thinPool().get());
        }
        return group;
    }

    private void checkThinPool(String pool) throws IOException {
        LogicalVolume found = state().find(pool)
                .filter(volume -> volume.metadataSize() > 0)
                .orElseThrow(() -> new GroupMissingException(
                        "volume group %s has no thin pool %s; create it with lvcreate --type thin-pool"
                                .formatted(name.group(), pool)));
        if (!found.zeroes()) {
            throw new GroupMissingException(
                    "thin pool %s does not zero new blocks: a volume could show data of a deleted one; turn it on with lvchange --zero y %s"
                            .formatted(name, name));
        }
        // Otherwise each command would activate it and deactivate it again.
        run("lvchange", List.of("--activate", "y", "--ignoreactivationskip", name.toString()));
    }

    public VolumeGroupName name() {
        return name;
    }

    public String uuid() {
        return uuid;
    }

    /// How many disks it has, without those that are missing.
    public int diskCount() {
        return disks.size();
    }

    /// The sizes of volumes are multiples of this, in bytes.
    public long extentSize() {
        return extentSize;
    }

    public boolean isThin() {
        return name.thinPool().isPresent();
    }

    public GroupState state() throws IOException {
        List<Map<String, String>> rows =
                report("lvs", "lv", LogicalVolume.COLUMNS + "," + GROUP_COLUMNS, List.of(name.group()));
        Map<String, String> group = rows.isEmpty()
                ? report("vgs", "vg", GROUP_COLUMNS, List.of(name.group())).getFirst()
                : rows.getFirst();
        return new GroupState(
                Long.parseLong(group.getOrDefault("vg_size", "0")),
                Long.parseLong(group.getOrDefault("vg_free", "0")),
                Integer.parseInt(group.getOrDefault("vg_missing_pv_count", "0")),
                rows.stream().map(LogicalVolume::of).toList());
    }

    /// Creates a volume that is not active and stays so when the node starts.
    public void create(String volume, long size, List<String> tags) throws IOException {
        create(volume, size, tags, List.of());
    }

    /// @param layout options that say how a thick volume is spread over the disks
    public void create(String volume, long size, List<String> tags, List<String> layout) throws IOException {
        List<String> arguments = newVolume(volume, tags);
        arguments.addAll(layout);
        if (isThin()) {
            arguments.addAll(List.of("--virtualsize", size + "b", "--thin", name.toString()));
        } else {
            arguments.addAll(List.of("--zero", "n", "--wipesignatures", "n", "--size", size + "b", name.group()));
        }
        run("lvcreate", arguments);
    }

    /// Creates a volume that shares all blocks of another one in the thin pool; from then on they are independent.
    public void copy(String original, String volume, boolean readOnly, List<String> tags) throws IOException {
        List<String> arguments = newVolume(volume, tags);
        arguments.addAll(List.of("--permission", readOnly ? "r" : "rw", "--snapshot", path(original)));
        run("lvcreate", arguments);
    }

    /// Creates a snapshot that copies on write: it keeps what the original has before each write to it, and becomes
    /// invalid when it has no room left. The kernel freezes the file system while it is taken.
    ///
    /// @param size of that room
    public void copyOnWrite(String original, String volume, long size, List<String> tags) throws IOException {
        List<String> arguments = newVolume(volume, tags);
        arguments.addAll(List.of("--permission", "r", "--size", size + "b", "--snapshot", path(original)));
        run("lvcreate", arguments);
    }

    /// Whether an active volume has a snapshot that copies on write, from sysfs.
    public boolean isCopiedOnWrite(String volume) throws IOException {
        return DeviceMapper.find(mangled(name.group()) + "-" + mangled(volume) + "-real")
                .filter(device -> device.uuid().startsWith(deviceUuid()))
                .isPresent();
    }

    private static List<String> newVolume(String volume, List<String> tags) {
        List<String> arguments =
                new ArrayList<>(List.of("--yes", "--activate", "n", "--setactivationskip", "y", "--name", volume));
        for (String tag : tags) {
            arguments.add("--addtag");
            arguments.add(tag);
        }
        return arguments;
    }

    public void addTag(String volume, String tag) throws IOException {
        run("lvchange", List.of("--addtag", tag, path(volume)));
    }

    public void removeTag(String volume, String tag) throws IOException {
        run("lvchange", List.of("--deltag", tag, path(volume)));
    }

    public void extend(String volume, long size) throws IOException {
        run("lvextend", List.of("--size", size + "b", path(volume)));
    }

    /// Fails when the other name is taken.
    public void rename(String volume, String wanted) throws IOException {
        run("lvrename", List.of(name.group(), volume, wanted));
    }

    public void remove(String volume) throws IOException {
        run("lvremove", List.of("--yes", path(volume)));
    }

    public void activate(String volume) throws IOException {
        run("lvchange", List.of("--activate", "y", "--ignoreactivationskip", path(volume)));
    }

    /// Fails when the device is open.
    public void deactivate(String volume) throws IOException {
        run("lvchange", List.of("--activate", "n", path(volume)));
    }

    /// The device of an active volume, as the kernel knows it.
    public Optional<DeviceMapper.Device> device(String volume) throws IOException {
        return DeviceMapper.find(mangled(name.group()) + "-" + mangled(volume))
                .filter(device -> device.uuid().startsWith(deviceUuid()));
    }

    /// The metadata of the thin pool.
    public ThinPoolMetadata thinPoolMetadata() throws IOException {
        String pool = name.thinPool().orElseThrow(() -> new IOException(name + " is not a thin pool"));
        return new ThinPoolMetadata(requireDevice(pool, "-tpool"), requireDevice(pool, "_tmeta"));
    }

    /// A device that a volume consists of; the program adds its part to the mangled name.
    private DeviceMapper.Device requireDevice(String volume, String part) throws IOException {
        String device = mangled(name.group()) + "-" + mangled(volume) + part;
        return DeviceMapper.find(device)
                .filter(found -> found.uuid().startsWith(deviceUuid()))
                .orElseThrow(() -> new IOException(
                        "thin pool %s is not active: it has no device %s; restart the driver".formatted(name, device)));
    }

    private static String mangled(String part) {
        return part.replace("-", "--");
    }

    private String path(String volume) {
        return name.group() + "/" + volume;
    }

    private List<Map<String, String>> report(String command, String section, String columns, List<String> arguments)
            throws IOException {
        return retried(() -> LvmCommand.report(disks, command, section, columns, arguments));
    }

    /// A program that was killed while it changed a volume that is in use may leave its device suspended: every
    /// read and write then waits. So it is never killed because a caller gave up, and what it left is resumed.
    private void run(String command, List<String> arguments) throws IOException {
        try {
            String ignored = retried(() -> Uninterrupted.call(() -> LvmCommand.run(disks, command, arguments)));
        } catch (CommandTimeoutException e) {
            resumeAfter(e);
            throw e;
        }
    }

    private void resumeAfter(CommandTimeoutException cause) {
        try {
            resumeSuspended();
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    /// The devices of the group whose I/O waits because a program was killed that had suspended them.
    public List<DeviceMapper.Device> suspended() throws IOException {
        return DeviceMapper.suspended(deviceUuid());
    }

    private String deviceUuid() {
        return "LVM-" + uuid.replace("-", "");
    }

    /// Resumes what a killed program left suspended. It waits for a program that runs still, by the lock of the
    /// group.
    public void resumeSuspended() throws IOException {
        if (suspended().isEmpty()) {
            return;
        }
        List<String> names = new ArrayList<>(name.thinPool().stream().toList());
        state().volumes().stream()
                .map(LogicalVolume::name)
                .filter(volume -> !names.contains(volume))
                .forEach(names::add);
        for (String volume : names) {
            if (device(volume).isPresent() || name.thinPool().equals(Optional.of(volume))) {
                String ignored =
                        Uninterrupted.call(() -> LvmCommand.run(disks, "lvchange", List.of("--refresh", path(volume))));
            }
        }
    }

    private interface Command<T> {
        T run() throws IOException;
    }

    /// The administrator may have added a disk to the group, or a disk may have another name now.
    private <T> T retried(Command<T> command) throws IOException {
        try {
            return command.run();
        } catch (CommandFailedException e) {
            List<String> before = disks;
            List<String> now =
                    GroupDiscovery.of(name.group(), Optional.of(uuid)).disks();
            if (now.equals(before)) {
                throw e;
            }
            disks = now;
            return command.run();
        }
    }
}
