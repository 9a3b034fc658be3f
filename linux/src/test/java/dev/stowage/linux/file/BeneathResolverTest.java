package dev.stowage.linux.file;

import static dev.stowage.linux.mount.AbstractMountsTest.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.linux.CString;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.Libc;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.ScratchDirectory;
import dev.stowage.linux.Stat;
import dev.stowage.linux.mount.Mounts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BeneathResolverTest {
    @RegisterExtension
    final ScratchDirectory scratchDirectory = new ScratchDirectory();

    @Test
    void fileBelowTheBaseIsOpened() throws Exception {
        Files.writeString(scratchDirectory.directory("base/a").resolve("f"), "content");

        try (BeneathResolver beneathResolver =
                        BeneathResolver.of(scratchDirectory.path().resolve("base"));
                Descriptor file = beneathResolver.openForReading("a/f")) {
            assertThat(Files.readString(file.path())).isEqualTo("content");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", "../secret", "a/../../secret", "/etc/passwd"})
    void pathThatLeavesTheBaseIsRefused(String path) throws Exception {
        scratchDirectory.directory("base/a");
        scratchDirectory.file("secret", "x");

        try (BeneathResolver beneathResolver =
                BeneathResolver.of(scratchDirectory.path().resolve("base"))) {
            assertFails(Errno.EXDEV, () -> beneathResolver.openHandle(path).close());
        }
    }

    @Test
    void linksAreRefusedWhereverTheyStand() throws Exception {
        Path base = scratchDirectory.directory("base");
        Files.writeString(scratchDirectory.directory("base/real").resolve("f"), "x");
        Files.createSymbolicLink(base.resolve("last"), Path.of("real/f"));
        Files.createSymbolicLink(base.resolve("middle"), Path.of("real"));

        try (BeneathResolver beneathResolver = BeneathResolver.of(base)) {
            assertFails(
                    Errno.ELOOP, () -> beneathResolver.openForReading("last").close());
            assertFails(
                    Errno.ELOOP,
                    () -> beneathResolver.openForReading("middle/f").close());
            assertFails(
                    Errno.ELOOP, () -> beneathResolver.openDirectory("middle").close());
        }
    }

    @Test
    void mountIsCrossedOnlyWhenAllowed() throws Exception {
        scratchDirectory.assumeMountsAllowed();
        Path outside = scratchDirectory.directory("outside");
        Files.writeString(outside.resolve("f"), "x");
        Mounts.system().bind(outside, scratchDirectory.directory("base/mounted"), false);
        Path base = scratchDirectory.path().resolve("base");

        try (BeneathResolver crossing = BeneathResolver.of(base);
                BeneathResolver staying = BeneathResolver.withinMount(base)) {
            crossing.openForReading("mounted/f").close();
            assertFails(Errno.EXDEV, () -> staying.openForReading("mounted/f").close());
        }
    }

    @Test
    void newFileIsMadeOnlyOnce() throws Exception {
        try (BeneathResolver beneathResolver = BeneathResolver.of(scratchDirectory.directory("base"))) {
            beneathResolver.create("f", 0640).close();

            assertFails(Errno.EEXIST, () -> beneathResolver.create("f", 0640).close());
            assertThat(scratchDirectory.path().resolve("base/f")).isRegularFile();
        }
    }

    @Test
    void closedDescriptorIsNotUsedAgain() throws Exception {
        Descriptor closed = Descriptor.openDirectory(scratchDirectory.path());
        closed.close();
        closed.close();

        assertThatThrownBy(closed::number)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(scratchDirectory.path().toString());
    }

    @Test
    void descriptorClosedDuringUseStaysOpenUntilTheUseEnds() throws Exception {
        Descriptor shared = Descriptor.openDirectory(scratchDirectory.path());
        Path own = shared.path();

        boolean openMeanwhile = shared.use(_ -> {
            shared.close();
            return Files.exists(own);
        });

        assertThat(openMeanwhile).isTrue();
        assertThat(Files.exists(own) && Files.isSameFile(own, scratchDirectory.path()))
                .isFalse();
    }

    @Test
    void plantedPipeDoesNotBlockTheOpener() throws Exception {
        Path pipe = scratchDirectory.path().resolve("pipe");
        try (var arena = java.lang.foreign.Arena.ofConfined()) {
            Libc.check(Libc.MKNOD.invoke(CString.of(arena, pipe.toString()), 0010600, 0), "mkfifo", pipe);
        }

        try (Descriptor opened = Descriptor.openForReading(pipe)) {
            assertThat(Stat.of(opened).isRegularFile()).isFalse();
        }
    }

    @Test
    void linksAreFollowedOnlyAsLongAsTheyStayBelow() throws Exception {
        Path base = scratchDirectory.directory("linked");
        scratchDirectory.directory("linked/inside");
        Files.createSymbolicLink(base.resolve("near"), Path.of("inside"));
        Files.createSymbolicLink(base.resolve("far"), Path.of("../"));
        Files.createSymbolicLink(base.resolve("root"), scratchDirectory.path());

        try (BeneathResolver beneathResolver = BeneathResolver.followingLinks(base);
                Descriptor near = beneathResolver.openHandle("near")) {
            assertThat(Stat.of(near).isSameFileAs(Stat.of(base.resolve("inside"))))
                    .isTrue();
            for (String leadsOut : List.of("far", "root", "far/linked/inside")) {
                assertThatThrownBy(() -> beneathResolver.openHandle(leadsOut))
                        .isInstanceOfSatisfying(
                                LinuxException.class, e -> assertThat(e.errno()).isEqualTo(Errno.EXDEV));
            }
        }
    }

    @Test
    void missingDirectoriesAreMadeWithTheModeThatIsAskedFor() throws Exception {
        Path base = scratchDirectory.directory("made");
        Path old = scratchDirectory.directory("made/old");
        int before = Stat.of(old).permissions();

        try (BeneathResolver beneathResolver = BeneathResolver.followingLinks(base);
                Descriptor made = beneathResolver.ensureDirectory("old/new/deep", 02777);
                Descriptor again = beneathResolver.ensureDirectory("old/new/deep", 0700)) {
            assertThat(Stat.of(made).isSameFileAs(Stat.of(again))).isTrue();
        }

        assertThat(Stat.of(old.resolve("new")).permissions()).isEqualTo(02777);
        assertThat(Stat.of(old.resolve("new/deep")).permissions()).isEqualTo(02777);
        assertThat(Stat.of(old).permissions()).isEqualTo(before);
    }

    @Test
    void aDanglingLinkIsNotMadeWhole() throws Exception {
        Path base = scratchDirectory.directory("dangling");
        Files.createSymbolicLink(base.resolve("link"), Path.of("missing"));

        try (BeneathResolver beneathResolver = BeneathResolver.followingLinks(base)) {
            assertThatThrownBy(() -> beneathResolver.ensureDirectory("link/new", 0755))
                    .isInstanceOf(LinuxException.class);
        }

        assertThat(base.resolve("missing")).doesNotExist();
    }
}
