package dev.stowage.linux.mount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.linux.BlockingCalls;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.file.FileSystems;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class SystemMountsTest {

    @Nested
    class WithDetachedBind extends KernelContract {
        @Override
        BindMount binding() {
            return new DetachedBindMount();
        }

        @Override
        void assume() throws IOException {
            super.assume();
            assumeTrue(DetachedBindMount.works(), "this kernel is older than 5.12");
        }
    }

    @Nested
    class WithClassicBind extends KernelContract {
        @Override
        BindMount binding() {
            return new RemountedBindMount();
        }
    }

    abstract static class KernelContract extends AbstractMountsTest {
        private final Mounts mounts = new SystemMounts(BlockingCalls.shared(), binding());

        abstract BindMount binding();

        @Override
        Mounts mounts() {
            return mounts;
        }

        @Override
        void assume() throws IOException {
            scratch.assumeMountsAllowed();
        }

        @Test
        void boundDirectoryShowsTheFilesAndTakesWrites() throws Exception {
            Files.writeString(source.resolve("a"), "1");
            mounts.bind(source, target, false);

            Files.writeString(target.resolve("b"), "2");

            assertThat(target.resolve("a")).hasContent("1");
            assertThat(source.resolve("b")).hasContent("2");
        }

        @Test
        void nothingIsWrittenThroughReadOnlyBind() throws Exception {
            mounts.bind(source, target, true);

            assertThatThrownBy(() -> Files.writeString(target.resolve("b"), "2"))
                    .hasMessageContaining("Read-only file system");
            Files.writeString(source.resolve("c"), "3");
            assertThat(target.resolve("c")).hasContent("3");
        }

        @Test
        void readOnlyBindKeepsTheOtherOptions() throws Exception {
            mounts.mount("t", source, "tmpfs", Set.of(MountFlag.NO_SUID, MountFlag.NO_DEVICES), "size=1m");

            mounts.bind(source, target, true);

            assertThat(mounts.at(target).orElseThrow().options()).contains("ro", "nosuid", "nodev");
        }

        @Test
        void openFileKeepsTheMountBusy() throws Exception {
            mounts.mount("t", target, "tmpfs", Set.of(), "");
            try (var held = Files.newOutputStream(target.resolve("file"))) {
                assertFails(Errno.EBUSY, () -> mounts.unmount(target));
                held.write(1);
            }

            mounts.unmount(target);
            assertThat(mounts.at(target)).isEmpty();
        }

        /// More retries than the default: on a busy machine half a second may not be enough.
        @Test
        void mountThatIsBusyForAMomentIsWaitedFor() throws Exception {
            Mounts patient = new SystemMounts(BlockingCalls.shared(), binding(), 16);
            mounts.mount("t", target, "tmpfs", Set.of(), "");
            Closeable held = Files.newOutputStream(target.resolve("file"));
            CompletableFuture<?> closing = CompletableFuture.runAsync(
                    () -> closeUnchecked(held), CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS));

            patient.unmount(target);

            assertThat(mounts.at(target)).isEmpty();
            closing.join();
        }

        private static void closeUnchecked(Closeable held) {
            try {
                held.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Test
        void whatWasOpenedIsBoundThoughItsNameNowMeansSomethingElse() throws Exception {
            Files.writeString(source.resolve("mine"), "");
            try (Descriptor opened = Descriptor.openDirectory(source)) {
                Files.move(source, scratch.path().resolve("moved"));
                Files.createSymbolicLink(source, Path.of("/etc"));

                mounts.bind(opened.path(), target, false);
            }

            assertThat(target.resolve("mine")).exists();
        }

        @Test
        void failedMountNamesTypeAndTargetButNotTheData() {
            assertThatThrownBy(() -> mounts.mount("src", target, "nosuchfs", Set.of(), "password=hunter2"))
                    .isInstanceOf(LinuxException.class)
                    .hasMessageContaining("nosuchfs")
                    .hasMessageContaining(target.toString())
                    .hasMessageContaining("ENODEV")
                    .hasMessageNotContaining("hunter2");
        }

        @Test
        void dataReachesTheFileSystem() throws Exception {
            mounts.mount("t", target, "tmpfs", Set.of(), "size=1m,nr_inodes=50");

            FileSystems.Stats stats = FileSystems.stats(target);

            assertThat(stats.totalBytes()).isEqualTo(1 << 20);
            assertThat(stats.inodes()).isEqualTo(50);
            assertThat(stats.usedInodes()).isPositive();
            assertThat(stats.magic()).isEqualTo(0x01021994L);
            assertThat(FileSystems.free(target)).isEqualTo(stats.availableBytes());
        }
    }
}
