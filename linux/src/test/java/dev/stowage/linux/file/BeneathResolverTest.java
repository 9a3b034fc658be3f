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
    final ScratchDirectory scratch = new ScratchDirectory();

    @Test
    void fileBelowTheBaseIsOpened() throws Exception {
        Files.writeString(scratch.directory("base/a").resolve("f"), "content");

        try (BeneathResolver resolver = BeneathResolver.of(scratch.path().resolve("base"));
                Descriptor file = resolver.openForReading("a/f")) {
            assertThat(Files.readString(file.path())).isEqualTo("content");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", "../secret", "a/../../secret", "/etc/passwd"})
    void pathThatLeavesTheBaseIsRefused(String path) throws Exception {
        scratch.directory("base/a");
        scratch.file("secret", "x");

        try (BeneathResolver resolver = BeneathResolver.of(scratch.path().resolve("base"))) {
            assertFails(Errno.EXDEV, () -> resolver.openHandle(path).close());
        }
    }

    @Test
    void linksAreRefusedWhereverTheyStand() throws Exception {
        Path base = scratch.directory("base");
        Files.writeString(scratch.directory("base/real").resolve("f"), "x");
        Files.createSymbolicLink(base.resolve("last"), Path.of("real/f"));
        Files.createSymbolicLink(base.resolve("middle"), Path.of("real"));

        try (BeneathResolver resolver = BeneathResolver.of(base)) {
            assertFails(Errno.ELOOP, () -> resolver.openForReading("last").close());
            assertFails(Errno.ELOOP, () -> resolver.openForReading("middle/f").close());
            assertFails(Errno.ELOOP, () -> resolver.openDirectory("middle").close());
        }
    }

    @Test
    void mountIsCrossedOnlyWhenAllowed() throws Exception {
        scratch.assumeMountsAllowed();
        Path outside = scratch.directory("outside");
        Files.writeString(outside.resolve("f"), "x");
        Mounts.system().bind(outside, scratch.directory("base/mounted"), false);
        Path base = scratch.path().resolve("base");

        try (BeneathResolver crossing = BeneathResolver.of(base);
                BeneathResolver staying = BeneathResolver.withinMount(base)) {
            crossing.openForReading("mounted/f").close();
            assertFails(Errno.EXDEV, () -> staying.openForReading("mounted/f").close());
        }
    }

    @Test
    void newFileIsMadeOnlyOnce() throws Exception {
        try (BeneathResolver resolver = BeneathResolver.of(scratch.directory("base"))) {
            resolver.create("f", 0640).close();

            assertFails(Errno.EEXIST, () -> resolver.create("f", 0640).close());
            assertThat(scratch.path().resolve("base/f")).isRegularFile();
        }
    }

    @Test
    void closedDescriptorIsNotUsedAgain() throws Exception {
        Descriptor closed = Descriptor.openDirectory(scratch.path());
        closed.close();
        closed.close();

        assertThatThrownBy(closed::number)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(scratch.path().toString());
    }

    @Test
    void descriptorClosedDuringUseStaysOpenUntilTheUseEnds() throws Exception {
        Descriptor shared = Descriptor.openDirectory(scratch.path());
        Path own = shared.path();

        boolean openMeanwhile = shared.use(_ -> {
            shared.close();
            return Files.exists(own);
        });

        assertThat(openMeanwhile).isTrue();
        assertThat(Files.exists(own) && Files.isSameFile(own, scratch.path())).isFalse();
    }

    @Test
    void plantedPipeDoesNotBlockTheOpener() throws Exception {
        Path pipe = scratch.path().resolve("pipe");
        try (var arena = java.lang.foreign.Arena.ofConfined()) {
            Libc.check(Libc.MKNOD.invoke(CString.of(arena, pipe.toString()), 0010600, 0), "mkfifo", pipe);
        }

        try (Descriptor opened = Descriptor.openForReading(pipe)) {
            assertThat(Stat.of(opened).isRegularFile()).isFalse();
        }
    }

    @Test
    void linksAreFollowedOnlyAsLongAsTheyStayBelow() throws Exception {
        Path base = scratch.directory("linked");
        scratch.directory("linked/inside");
        Files.createSymbolicLink(base.resolve("near"), Path.of("inside"));
        Files.createSymbolicLink(base.resolve("far"), Path.of("../"));
        Files.createSymbolicLink(base.resolve("root"), scratch.path());

        try (BeneathResolver resolver = BeneathResolver.followingLinks(base);
                Descriptor near = resolver.openHandle("near")) {
            assertThat(Stat.of(near).isSameFileAs(Stat.of(base.resolve("inside"))))
                    .isTrue();
            for (String leadsOut : List.of("far", "root", "far/linked/inside")) {
                assertThatThrownBy(() -> resolver.openHandle(leadsOut))
                        .isInstanceOfSatisfying(
                                LinuxException.class, e -> assertThat(e.errno()).isEqualTo(Errno.EXDEV));
            }
        }
    }

    @Test
    void missingDirectoriesAreMadeWithTheModeThatIsAskedFor() throws Exception {
        Path base = scratch.directory("made");
        Path old = scratch.directory("made/old");
        int before = Stat.of(old).permissions();

        try (BeneathResolver resolver = BeneathResolver.followingLinks(base);
                Descriptor made = resolver.ensureDirectory("old/new/deep", 02777);
                Descriptor again = resolver.ensureDirectory("old/new/deep", 0700)) {
            assertThat(Stat.of(made).isSameFileAs(Stat.of(again))).isTrue();
        }

        assertThat(Stat.of(old.resolve("new")).permissions()).isEqualTo(02777);
        assertThat(Stat.of(old.resolve("new/deep")).permissions()).isEqualTo(02777);
        assertThat(Stat.of(old).permissions()).isEqualTo(before);
    }

    @Test
    void aDanglingLinkIsNotMadeWhole() throws Exception {
        Path base = scratch.directory("dangling");
        Files.createSymbolicLink(base.resolve("link"), Path.of("missing"));

        try (BeneathResolver resolver = BeneathResolver.followingLinks(base)) {
            assertThatThrownBy(() -> resolver.ensureDirectory("link/new", 0755)).isInstanceOf(LinuxException.class);
        }

        assertThat(base.resolve("missing")).doesNotExist();
    }
}
