package dev.stowage.linux;

import static dev.stowage.linux.mount.AbstractMountsTest.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.linux.file.FilePermissions;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class StatTest {
    @RegisterExtension
    final ScratchDirectory scratch = new ScratchDirectory();

    @Test
    void statAgreesWithTheJdk() throws Exception {
        Path file = scratch.file("f", "12345");
        Stat stat = Stat.of(file);

        assertThat(stat.inode()).isEqualTo(Files.getAttribute(file, "unix:ino"));
        assertThat(stat.uid()).isEqualTo(Files.getAttribute(file, "unix:uid"));
        assertThat(stat.gid()).isEqualTo(Files.getAttribute(file, "unix:gid"));
        assertThat(stat.mode()).isEqualTo(Files.getAttribute(file, "unix:mode"));
        assertThat(stat.links()).isEqualTo(Files.getAttribute(file, "unix:nlink"));
        assertThat(stat.size()).isEqualTo(5);
        assertThat(stat.isRegularFile()).isTrue();
        assertThat(Stat.find(scratch.path().resolve("none"))).isEmpty();
        assertThat(Stat.find(file.resolve("below"))).isEmpty();
    }

    @Test
    void mountRootIsSeenWithItsIdAndDevice() throws Exception {
        scratch.assumeMountsAllowed();
        Path target = scratch.directory("target");
        assertThat(Stat.of(target).isMountRoot()).isFalse();
        Mounts.system().mount("t", target, "tmpfs", Set.of(), "");
        MountPoint mount = Mounts.system().at(target).orElseThrow();

        Stat stat = Stat.of(target);

        assumeTrue(stat.mountId() != 0, "this kernel is older than 5.8");
        assertThat(stat.isMountRoot()).isTrue();
        assertThat(stat.mountId()).isEqualTo(mount.id());
        assertThat(stat.device()).isEqualTo(mount.device());
    }

    @Test
    void linkIsSeenAsLinkAndSameFileAsSame() throws Exception {
        Path file = scratch.file("f", "");
        Path link = Files.createSymbolicLink(scratch.path().resolve("link"), file);
        Path hard = Files.createLink(scratch.path().resolve("hard"), file);

        assertThat(Stat.of(link).isSymbolicLink()).isTrue();
        assertThat(Stat.of(hard).isSameFileAs(Stat.of(file))).isTrue();
        assertThat(Stat.of(link).isSameFileAs(Stat.of(file))).isFalse();
    }

    @Test
    void modeIsNotChangedThroughLink() throws Exception {
        Path file = scratch.file("f", "");
        Path link = Files.createSymbolicLink(scratch.path().resolve("link"), file);
        FilePermissions.chmod(file, 0640);

        assertFails(Errno.ELOOP, () -> FilePermissions.chmod(link, 0777));

        assertThat(Stat.of(file).permissions()).isEqualTo(0640);
    }

    @Test
    void ownerOfLinkIsChangedAndNotOfItsTarget() throws Exception {
        Path file = scratch.file("f", "");
        Path link = Files.createSymbolicLink(scratch.path().resolve("link"), file);
        assumeTrue(Stat.of(file).uid() == 0, "needs root: only root gives files away");

        FilePermissions.chown(link, 1234, 4321);

        assertThat(Stat.of(link)).extracting(Stat::uid, Stat::gid).containsExactly(1234, 4321);
        assertThat(Stat.of(file).uid()).isZero();
        FilePermissions.chown(link, -1, 7);
        assertThat(Stat.of(link)).extracting(Stat::uid, Stat::gid).containsExactly(1234, 7);
    }
}
