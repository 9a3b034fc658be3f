package dev.stowage.node.fsgroup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.linux.Stat;
import dev.stowage.linux.file.FilePermissions;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.node.testing.MountFixture;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class VolumeOwnershipTest {
    private static final int GROUP = 4711;

    @RegisterExtension
    final MountFixture mountFixture = new MountFixture();

    @BeforeEach
    void needRoot() {
        MountFixture.assumeRoot();
    }

    @Test
    void membersMayReadAndWriteEverything() throws Exception {
        Path file = file("volume/a/file", 0600);

        VolumeOwnership.apply(mountFixture.path().resolve("volume"), GROUP, false, "Always");

        assertThat(Stat.of(file).gid()).isEqualTo(GROUP);
        assertThat(Stat.of(file).permissions()).isEqualTo(0660);
        assertThat(Stat.of(file.resolveSibling(".").normalize()).permissions() & 02770)
                .isEqualTo(02770);
    }

    @Test
    void membersOnlyReadWhatIsReadOnly() throws Exception {
        Path file = file("volume/a/file", 0400);

        VolumeOwnership.apply(mountFixture.path().resolve("volume"), GROUP, true, "Always");

        assertThat(Stat.of(file).permissions()).isEqualTo(0440);
    }

    @Test
    void onRootMismatchLooksAtTheRootAloneWhenItIsRight() throws Exception {
        Path root = mountFixture.directory("volume");
        VolumeOwnership.apply(root, GROUP, false, "OnRootMismatch");
        Path later = file("volume/later", 0600);
        FilePermissions.chown(later, -1, 0);

        VolumeOwnership.apply(root, GROUP, false, "OnRootMismatch");
        assertThat(Stat.of(later).gid()).isZero();

        FilePermissions.chmod(root, 02750);
        VolumeOwnership.apply(root, GROUP, false, "OnRootMismatch");
        assertThat(Stat.of(later).gid()).isEqualTo(GROUP);
    }

    @Test
    void alwaysLooksAtEverything() throws Exception {
        Path root = mountFixture.directory("volume");
        VolumeOwnership.apply(root, GROUP, false, "");
        Path later = file("volume/later", 0600);
        FilePermissions.chown(later, -1, 0);

        VolumeOwnership.apply(root, GROUP, false, "");

        assertThat(Stat.of(later).gid()).isEqualTo(GROUP);
    }

    @Test
    void whatCannotBeChangedIsPassedOver() throws Exception {
        Path root = mountFixture.directory("volume");
        Mounts.system().mount("volume", root, "tmpfs", Set.of(), "");
        Mounts.system().remountReadOnly(root);

        VolumeOwnership.apply(root, GROUP, false, "Always");

        assertThat(Stat.of(root).gid()).isZero();
    }

    private Path file(String name, int mode) throws Exception {
        Path file = mountFixture.file(name, "x");
        FilePermissions.chmod(file, mode);
        return file;
    }
}
