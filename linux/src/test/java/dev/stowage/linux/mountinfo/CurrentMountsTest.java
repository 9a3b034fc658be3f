package dev.stowage.linux.mountinfo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.linux.ScratchDirectory;
import dev.stowage.linux.mount.Mounts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class CurrentMountsTest {
    private static final int THREADS = 4;
    private static final int ROUNDS = 50;

    @RegisterExtension
    final ScratchDirectory scratch = new ScratchDirectory();

    private final Mounts mounts = Mounts.system();

    @Test
    void theTableIsNotReadAgainAtOnceWithoutAChange() throws Exception {
        CurrentMounts current = CurrentMounts.open(Path.of("/proc/self/mountinfo"));
        MountTable before = current.table();

        // Another process may mount something between two looks, but not every time.
        boolean isSame = false;
        for (int i = 0; i < ROUNDS && !isSame; i++) {
            MountTable now = current.table();
            isSame = now == before;
            before = now;
        }
        assertThat(isSame).isTrue();
    }

    @Test
    void aTableThatIsForgottenIsReadAgain() throws Exception {
        scratch.assumeMountsAllowed();
        CurrentMounts current = CurrentMounts.open(Path.of("/proc/self/mountinfo"));
        MountTable before = current.table();
        mounts.bind(scratch.directory("source"), scratch.directory("target"), false);
        MountTable with = current.table();
        mounts.unmount(scratch.path().resolve("target"));

        current.forget();

        assertThat(current.table().mounts()).isEqualTo(before.mounts()).isNotEqualTo(with.mounts());
    }

    /// Each thread must see its own change, although another one has just consumed what the kernel reported.
    @Test
    void everyThreadSeesItsOwnMountsAndUnmountsAtOnce() throws Exception {
        scratch.assumeMountsAllowed();
        List<Future<?>> running = new ArrayList<>();
        try (var threads = Executors.newFixedThreadPool(THREADS)) {
            for (int thread = 0; thread < THREADS; thread++) {
                Path source = scratch.directory("source" + thread);
                Path target = scratch.directory("target" + thread);
                running.add(threads.submit(() -> mountAndUnmount(source, target)));
            }
        }
        for (Future<?> each : running) {
            each.get();
        }
    }

    private Void mountAndUnmount(Path source, Path target) throws Exception {
        Path canonical = target.toRealPath();
        for (int round = 0; round < ROUNDS; round++) {
            mounts.bind(source, target, false);
            assertThat(MountTable.current().stackedAt(canonical)).hasSize(1);
            mounts.unmount(target);
            assertThat(MountTable.current().stackedAt(canonical)).isEmpty();
        }
        assertThat(Files.exists(target)).isTrue();
        return null;
    }
}
