package dev.stowage.linux.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.ScratchDirectory;
import dev.stowage.linux.Stat;
import dev.stowage.linux.mount.Mounts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class GroupOwnershipTest {
    private static final int GROUP = 4711;

    @RegisterExtension
    final ScratchDirectory scratch = new ScratchDirectory();

    @BeforeEach
    void needRoot() throws Exception {
        scratch.assumeMountsAllowed();
    }

    @Test
    void everythingInTheTreeIsTheGroups() throws Exception {
        Path root = scratch.directory("root");
        Path file = Files.writeString(scratch.directory("root/a/b").resolve("file"), "x");
        FilePermissions.chmod(file, 0640);

        give(root);

        assertThat(Stat.of(file).gid()).isEqualTo(GROUP);
        assertThat(Stat.of(file).permissions()).isEqualTo(0660);
        assertThat(Stat.of(root.resolve("a/b")).permissions() & 02070).isEqualTo(02070);
        assertThat(Stat.of(root).gid()).isEqualTo(GROUP);
    }

    @Test
    void linksAndMountsAreNotFollowed() throws Exception {
        Path root = scratch.directory("root");
        Path outside = scratch.file("outside", "x");
        Path mounted = scratch.directory("root/mounted");
        Mounts.system().mount("other", mounted, "tmpfs", Set.of(), "");
        Files.createSymbolicLink(root.resolve("link"), outside);
        Files.createSymbolicLink(root.resolve("folder"), scratch.path());

        give(root);

        assertThat(Stat.of(outside).gid()).isNotEqualTo(GROUP);
        assertThat(Stat.of(mounted).gid()).isNotEqualTo(GROUP);
        assertThat(Stat.of(scratch.path()).gid()).isNotEqualTo(GROUP);
    }

    @Test
    void aRootThatIsTheGroupsIsNotWalkedAgain() throws Exception {
        Path root = scratch.directory("root");
        give(root);
        Path later = Files.writeString(root.resolve("later"), "x");
        FilePermissions.chown(later, -1, 0);

        give(root);

        assertThat(Stat.of(later).gid()).isZero();
    }

    @Test
    void aTreeThatIsWiderThanTheThreadsIsGivenWhole() throws Exception {
        Path root = scratch.directory("root");
        for (int i = 0; i < 300; i++) {
            Files.writeString(scratch.directory("root/d" + i + "/e/f").resolve("file"), "x");
        }
        var grant = new GroupOwnership.Grant(GROUP, 0440, 02550, true);

        GroupOwnership.Given given;
        try (Descriptor opened = Descriptor.openDirectory(root)) {
            given = GroupOwnership.give(opened, grant, _ -> {});
        }

        assertThat(given).isEqualTo(new GroupOwnership.Given(1 + 300 * 4, 0));
        try (var all = Files.walk(root)) {
            assertThat(all).allSatisfy(path -> {
                Stat now = Stat.of(path);
                int wanted = now.isDirectory() ? 02550 : 0440;
                assertThat(now.gid()).isEqualTo(GROUP);
                assertThat(now.permissions() & wanted).isEqualTo(wanted);
            });
        }
    }

    @Test
    void linksThemselvesAreGivenAndWhatTheyPointToIsNot() throws Exception {
        Path root = scratch.directory("root");
        Path outside = scratch.file("outside", "x");
        Path link = Files.createSymbolicLink(root.resolve("link"), outside);

        give(root);

        assertThat(Stat.of(link).gid()).isEqualTo(GROUP);
        assertThat(Stat.of(outside).gid()).isNotEqualTo(GROUP);
    }

    private static void give(Path root) throws Exception {
        try (Descriptor opened = Descriptor.openDirectory(root)) {
            GroupOwnership.give(opened, GROUP);
        }
    }
}
