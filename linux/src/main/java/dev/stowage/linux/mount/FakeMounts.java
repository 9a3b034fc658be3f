package dev.stowage.linux.mount;

import dev.stowage.linux.Errno;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.Stat;
import dev.stowage.linux.SyscallTimedOutException;
import dev.stowage.linux.file.NameInDirectory;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.linux.mountinfo.MountPropagation;
import dev.stowage.linux.mountinfo.MountTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A mount table in memory, for tests that run without root.
///
/// Implements the contract of [Mounts]: sources and targets must exist on the real disk, links are refused, mounts
/// stack, `release` removes the target. File contents do not show through a fake mount. Failures can be planned:
///
/// ```java
/// FakeMounts mounts = new FakeMounts();
/// mounts.failNext(FakeMounts.Operation.UNMOUNT, Errno.EBUSY);
/// mounts.loseNext(FakeMounts.Operation.BIND, true);   // done, but the caller sees a timeout
/// ```
public final class FakeMounts implements Mounts {
    /// What can be made to fail.
    public enum Operation {
        BIND,
        MOUNT,
        REMOUNT,
        PROPAGATION,
        UNMOUNT,
        RELEASE,
        LOOK_UP
    }

    private static final int FIRST_ID = 100;
    private static final int ROOT_ID = 1;

    private final List<MountPoint> mounts = new ArrayList<>();
    private final Set<Path> busy = new HashSet<>();
    private final Map<Operation, Deque<ScriptedResult>> plans = new EnumMap<>(Operation.class);
    private int nextId = FIRST_ID;

    private sealed interface ScriptedResult {
        record Fail(Errno errno) implements ScriptedResult {}

        record Lose(boolean applied) implements ScriptedResult {}
    }

    private interface Effect {
        void apply() throws IOException;
    }

    public FakeMounts() {
        mounts.add(new MountPoint(
                ROOT_ID, 0, 8, 1, "/", Path.of("/"), List.of("rw"), List.of(), "ext4", "/dev/fake", List.of("rw")));
    }

    /// The next such operation fails and changes nothing. Several planned failures of one operation occur in
    /// order.
    public synchronized void failNext(Operation operation, Errno errno) {
        plans.computeIfAbsent(operation, _ -> new ArrayDeque<>()).add(new ScriptedResult.Fail(errno));
    }

    /// The next such operation ends in [SyscallTimedOutException], after it was or was not carried out.
    public synchronized void loseNext(Operation operation, boolean applied) {
        plans.computeIfAbsent(operation, _ -> new ArrayDeque<>()).add(new ScriptedResult.Lose(applied));
    }

    /// From now on plain unmounts of this target fail with `EBUSY`, until [#setIdle(Path)].
    public synchronized void setBusy(Path target) throws IOException {
        busy.add(canonical(target));
    }

    public synchronized void setIdle(Path target) throws IOException {
        busy.remove(canonical(target));
    }

    @Override
    public synchronized void bind(Path source, Path target, boolean readOnly) throws IOException {
        carryOut(Operation.BIND, "bind", target, () -> {
            refuseLink("bind", source);
            refuseLink("bind", target);
            if (Stat.of(source).isDirectory() != Stat.of(target).isDirectory()) {
                throw LinuxException.of("bind", target.toString(), Errno.ENOTDIR);
            }
            Path from = canonical(source);
            MountPoint held = new MountTable(mounts).covering(from).orElseThrow();
            Path root = Path.of(held.root()).resolve(held.target().relativize(from));
            add(held.major(), held.minor(), root.toString(), target, readOnly, held.fsType(), held.source());
        });
    }

    @Override
    public synchronized void mount(String source, Path target, String fsType, Set<MountFlag> flags, String data)
            throws IOException {
        carryOut(
                Operation.MOUNT,
                "mount",
                target,
                () -> add(0, nextId, "/", target, flags.contains(MountFlag.READ_ONLY), fsType, source));
    }

    private void add(int major, int minor, String root, Path target, boolean readOnly, String fsType, String source)
            throws IOException {
        refuseLink("mount", target);
        Path at = canonical(target);
        int parent = new MountTable(mounts).covering(at).orElseThrow().id();
        List<String> options = List.of(readOnly ? "ro" : "rw");
        mounts.add(new MountPoint(
                nextId++, parent, major, minor, root, at, options, List.of(), fsType, source, List.of("rw")));
    }

    @Override
    public synchronized void remountReadOnly(Path target) throws IOException {
        carryOut(Operation.REMOUNT, "remount read-only", target, () -> {
            MountPoint mount = top("remount read-only", target);
            replace(mount, List.of("ro"), mount.optionalFields());
        });
    }

    @Override
    public synchronized void setPropagation(Path target, MountPropagation propagation) throws IOException {
        carryOut(Operation.PROPAGATION, "set propagation", target, () -> {
            MountPoint mount = top("set propagation", target);
            List<String> fields = switch (propagation) {
                case SHARED -> List.of("shared:" + mount.id());
                case SLAVE -> List.of("master:" + mount.id());
                case UNBINDABLE -> List.of("unbindable");
                case PRIVATE -> List.of();
            };
            replace(mount, mount.options(), fields);
        });
    }

    private void replace(MountPoint m, List<String> options, List<String> fields) {
        mounts.set(
                mounts.indexOf(m),
                new MountPoint(
                        m.id(),
                        m.parent(),
                        m.major(),
                        m.minor(),
                        m.root(),
                        m.target(),
                        options,
                        fields,
                        m.fsType(),
                        m.source(),
                        m.superOptions()));
    }

    @Override
    public synchronized void unmount(Path target) throws IOException {
        carryOut(Operation.UNMOUNT, "unmount", target, () -> removeMount(target));
    }

    private void removeMount(Path target) throws IOException {
        MountPoint mount = top("unmount", target);
        boolean holdsOthers = mounts.stream().anyMatch(other -> other.parent() == mount.id());
        if (holdsOthers || busy.contains(mount.target())) {
            throw LinuxException.of("unmount", target.toString(), Errno.EBUSY);
        }
        mounts.remove(mount);
    }

    @Override
    public synchronized void unmountLazily(Path target) throws IOException {
        carryOut(Operation.UNMOUNT, "unmount", target, () -> {
            Set<Integer> gone = new HashSet<>(Set.of(top("unmount", target).id()));
            // Mounts inside it are removed with it.
            while (mounts.stream().anyMatch(mount -> gone.contains(mount.parent()) && gone.add(mount.id()))) {}
            mounts.removeIf(mount -> gone.contains(mount.id()));
        });
    }

    @Override
    public synchronized void release(Path target) throws IOException {
        carryOut(Operation.RELEASE, "release", target, () -> {
            while (!stacked(target).isEmpty()) {
                removeMount(target);
            }
            try (NameInDirectory place = NameInDirectory.open(target)) {
                LeftoverMountTarget.remove(place);
            } catch (LinuxException e) {
                if (e.errno() != Errno.ENOENT && e.errno() != Errno.ENOTDIR) {
                    throw e;
                }
            }
        });
    }

    @Override
    public synchronized List<MountPoint> table() {
        return List.copyOf(mounts);
    }

    @Override
    public synchronized List<MountPoint> stackedAt(Path target) throws IOException {
        carryOut(Operation.LOOK_UP, "look up", target, () -> {});
        return stacked(target);
    }

    private List<MountPoint> stacked(Path target) throws IOException {
        Path parent = target.toAbsolutePath().getParent();
        return parent == null || !Files.isDirectory(parent)
                ? List.of()
                : new MountTable(mounts).stackedAt(canonical(target));
    }

    private MountPoint top(String call, Path target) throws IOException {
        refuseLink(call, target);
        List<MountPoint> stacked = stacked(target);
        if (stacked.isEmpty()) {
            throw LinuxException.of(call, target.toString(), Errno.EINVAL);
        }
        return stacked.getLast();
    }

    private void carryOut(Operation operation, String call, Path target, Effect effect) throws IOException {
        Optional<ScriptedResult> plan =
                Optional.ofNullable(plans.get(operation)).map(Deque::poll);
        switch (plan.orElse(null)) {
            case ScriptedResult.Fail fail -> throw LinuxException.of(call, target.toString(), fail.errno());
            case ScriptedResult.Lose lose -> {
                if (lose.applied()) {
                    effect.apply();
                }
                throw SyscallTimedOutException.of(call, target.toString());
            }
            case null -> effect.apply();
        }
    }

    private static void refuseLink(String call, Path path) throws LinuxException {
        if (Stat.of(path).isSymbolicLink()) {
            throw LinuxException.of(call, path.toString(), Errno.ELOOP);
        }
    }

    private static Path canonical(Path path) throws IOException {
        try (NameInDirectory place = NameInDirectory.open(path)) {
            return place.canonical();
        }
    }
}
