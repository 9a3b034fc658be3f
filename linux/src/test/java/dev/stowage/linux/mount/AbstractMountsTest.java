package dev.stowage.linux.mount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.stowage.linux.Errno;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.ScratchDirectory;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.linux.mountinfo.MountPropagation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// The contract of [Mounts], for the kernel's implementation and the fake one.
public abstract class AbstractMountsTest {
    @RegisterExtension
    final ScratchDirectory scratch = new ScratchDirectory();

    Path source = Path.of("/");
    Path target = Path.of("/");

    abstract Mounts mounts();

    abstract void assume() throws IOException;

    @BeforeEach
    void makeDirectories() throws IOException {
        assume();
        source = scratch.directory("source");
        target = scratch.directory("target dir");
    }

    public static void assertFails(Errno errno, ThrowingCallable call) {
        assertThatThrownBy(call)
                .asInstanceOf(type(LinuxException.class))
                .extracting(LinuxException::errno)
                .isEqualTo(errno);
    }

    @Test
    void boundDirectoryShowsInTheTable() throws Exception {
        mounts().bind(source, target, false);

        assertThat(mounts().at(target)).hasValueSatisfying(mount -> {
            assertThat(mount.target()).isEqualTo(target);
            assertThat(mount.root()).endsWith("/source");
            assertThat(mount.readOnly()).isFalse();
        });
        assertThat(mounts().at(source)).isEmpty();
        assertThat(mounts().table()).anyMatch(mount -> mount.target().equals(target));
    }

    @Test
    void readOnlyBindIsReadOnly() throws Exception {
        mounts().bind(source, target, true);

        assertThat(mounts().at(target))
                .hasValueSatisfying(mount -> assertThat(mount.readOnly()).isTrue());
    }

    @Test
    void fileIsBoundToFile() throws Exception {
        Path device = scratch.file("device", "x");
        Path place = scratch.file("place", "");

        mounts().bind(device, place, false);

        assertThat(mounts().at(place)).isPresent();
        mounts().release(place);
        assertThat(place).doesNotExist();
        assertThat(device).exists();
    }

    @Test
    void fileIsNotBoundToDirectory() throws Exception {
        Path file = scratch.file("file", "x");

        assertFails(Errno.ENOTDIR, () -> mounts().bind(file, target, false));
    }

    @Test
    void secondMountStacksAndUnmountUncoversTheFirst() throws Exception {
        mounts().bind(source, target, false);
        mounts().mount("second", target, "tmpfs", Set.of(MountFlag.READ_ONLY), "");

        assertThat(mounts().stackedAt(target)).hasSize(2);
        assertThat(mounts().at(target)).map(MountPoint::fsType).hasValue("tmpfs");

        mounts().unmount(target);

        assertThat(mounts().stackedAt(target)).hasSize(1);
        assertThat(mounts().at(target)).map(MountPoint::fsType).isNotEqualTo("tmpfs");
    }

    @Test
    void symbolicLinkAsTargetIsRefusedByEveryCall() throws Exception {
        mounts().bind(source, target, false);
        Path link = Files.createSymbolicLink(scratch.path().resolve("link"), target);

        assertFails(Errno.ELOOP, () -> mounts().bind(source, link, false));
        assertFails(Errno.ELOOP, () -> mounts().mount("t", link, "tmpfs", Set.of(), ""));
        assertFails(Errno.ELOOP, () -> mounts().remountReadOnly(link));
        assertFails(Errno.ELOOP, () -> mounts().setPropagation(link, MountPropagation.SHARED));
        assertFails(Errno.ELOOP, () -> mounts().unmount(link));
        assertFails(Errno.ELOOP, () -> mounts().unmountLazily(link));
        assertFails(Errno.ELOOP, () -> mounts().release(link));
        assertThat(mounts().at(link)).isEmpty();
        assertThat(mounts().stackedAt(target)).hasSize(1);
        assertThat(link).isSymbolicLink();
    }

    @Test
    void symbolicLinkAsSourceIsRefused() throws Exception {
        Path link = Files.createSymbolicLink(scratch.path().resolve("link"), source);

        assertFails(Errno.ELOOP, () -> mounts().bind(link, target, false));
    }

    @Test
    void linkAboveTheTargetIsFollowedAndTheMountIsFoundBothWays() throws Exception {
        Path inside = scratch.directory("real/inside");
        Path alias = Files.createSymbolicLink(scratch.path().resolve("alias"), inside.getParent());

        mounts().bind(source, alias.resolve("inside"), false);

        assertThat(mounts().at(inside)).isPresent();
        assertThat(mounts().at(alias.resolve("inside"))).isEqualTo(mounts().at(inside));
    }

    @Test
    void targetEndingInDotDotIsRefused() throws Exception {
        scratch.directory("target dir/below");

        assertFails(Errno.EINVAL, () -> mounts().bind(source, target.resolve("below/.."), false));
    }

    @Test
    void missingTargetOrSourceIsReported() {
        Path missing = scratch.path().resolve("missing");

        assertFails(Errno.ENOENT, () -> mounts().bind(source, missing, false));
        assertFails(Errno.ENOENT, () -> mounts().bind(missing, target, false));
        assertFails(Errno.ENOENT, () -> mounts().unmount(missing));
    }

    @Test
    void unmountOfWhatIsNotMountedFails() {
        assertFails(Errno.EINVAL, () -> mounts().unmount(target));
        assertFails(Errno.EINVAL, () -> mounts().remountReadOnly(target));
    }

    @Test
    void mountHoldingAnotherIsBusyUntilDetachedLazily() throws Exception {
        mounts().mount("outer", target, "tmpfs", Set.of(), "");
        if (!Files.exists(target.resolve("inner"))) {
            Files.createDirectory(target.resolve("inner"));
        }
        mounts().bind(source, target.resolve("inner"), false);

        assertFails(Errno.EBUSY, () -> mounts().unmount(target));
        mounts().unmountLazily(target);

        assertThat(mounts().table()).noneMatch(mount -> mount.target().startsWith(target));
    }

    @Test
    void remountMakesOneMountReadOnlyAndLeavesItsTwin() throws Exception {
        Path twin = scratch.directory("twin");
        mounts().bind(source, target, false);
        mounts().bind(source, twin, false);

        mounts().remountReadOnly(target);

        assertThat(mounts().at(target)).map(MountPoint::readOnly).hasValue(true);
        assertThat(mounts().at(twin)).map(MountPoint::readOnly).hasValue(false);
    }

    @Test
    void propagationIsSet() throws Exception {
        mounts().bind(source, target, false);

        mounts().setPropagation(target, MountPropagation.SHARED);
        assertThat(mounts().at(target)).map(MountPoint::mountPropagation).hasValue(MountPropagation.SHARED);
        mounts().setPropagation(target, MountPropagation.PRIVATE);
        assertThat(mounts().at(target)).map(MountPoint::mountPropagation).hasValue(MountPropagation.PRIVATE);
        mounts().setPropagation(target, MountPropagation.UNBINDABLE);
        assertThat(mounts().at(target)).map(MountPoint::mountPropagation).hasValue(MountPropagation.UNBINDABLE);
    }

    @Test
    void releaseTakesAwayTheWholeStackAndTheTarget() throws Exception {
        Files.writeString(source.resolve("data"), "kept");
        mounts().bind(source, target, false);
        mounts().bind(source, target, true);
        mounts().mount("third", target, "tmpfs", Set.of(), "");

        mounts().release(target);

        assertThat(target).doesNotExist();
        assertThat(source.resolve("data")).hasContent("kept");
    }

    @Test
    void releaseOfNothingSucceeds() throws Exception {
        mounts().release(target);
        mounts().release(target);
        mounts().release(scratch.path().resolve("no/such/parent"));

        assertThat(target).doesNotExist();
    }

    @Test
    void releaseKeepsFilesThatLieBelowTheMount() throws Exception {
        Files.writeString(target.resolve("precious"), "data");
        mounts().bind(source, target, false);

        assertFails(Errno.ENOTEMPTY, () -> mounts().release(target));

        assertThat(mounts().at(target)).isEmpty();
        assertThat(target.resolve("precious")).hasContent("data");
    }

    @Test
    void releaseKeepsFileWithContent() throws Exception {
        Path file = scratch.file("precious", "data");

        assertFails(Errno.ENOTEMPTY, () -> mounts().release(file));

        assertThat(file).hasContent("data");
    }
}
