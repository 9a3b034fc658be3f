package dev.stowage.linux.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Libc;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.Stat;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TreeCopyTest {
    private static final FileTime LONG_AGO = FileTime.from(Instant.parse("2001-02-03T04:05:06.123456789Z"));

    @TempDir
    private Path folder;

    private Path source = Path.of("/nowhere");
    private Path copy = Path.of("/nowhere");

    @BeforeEach
    void create() throws IOException {
        source = Files.createDirectories(folder.resolve("source"));
        Files.createDirectories(folder.resolve("target/links"));
        copy = folder.resolve("target/data");
    }

    @Test
    void contentAndMetadataAreKept() throws Exception {
        Path file = Files.createDirectories(source.resolve("a/b")).resolve("file");
        Files.writeString(file, "content");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r-x-w---x"));
        Files.setLastModifiedTime(file, LONG_AGO);
        Files.setPosixFilePermissions(source.resolve("a"), PosixFilePermissions.fromString("rwx--x---"));
        Files.setLastModifiedTime(source.resolve("a"), LONG_AGO);
        boolean hasAttributes = Files.getFileStore(file).supportsFileAttributeView(UserDefinedFileAttributeView.class);
        if (hasAttributes) {
            attributes(file).write("colour", ByteBuffer.wrap(new byte[] {1, 2}));
        }

        run(() -> {});

        Path copied = copy.resolve("a/b/file");
        assertThat(copied).hasContent("content");
        assertThat(Files.getPosixFilePermissions(copied)).isEqualTo(PosixFilePermissions.fromString("r-x-w---x"));
        assertThat(Files.getLastModifiedTime(copied)).isEqualTo(LONG_AGO);
        assertThat(Files.getPosixFilePermissions(copy.resolve("a")))
                .isEqualTo(PosixFilePermissions.fromString("rwx--x---"));
        assertThat(Files.getLastModifiedTime(copy.resolve("a"))).isEqualTo(LONG_AGO);
        if (hasAttributes) {
            assertThat(attributes(copied).size("colour")).isEqualTo(2);
        }
    }

    @Test
    void hardLinksStayTogetherAndOutsideOfTheSource() throws Exception {
        Files.writeString(source.resolve("one"), "shared");
        Files.createLink(source.resolve("two"), source.resolve("one"));

        run(() -> {});

        Files.writeString(copy.resolve("one"), "changed");
        assertThat(copy.resolve("two")).hasContent("changed");
        assertThat(source.resolve("one")).hasContent("shared");
    }

    @Test
    void linksAreCopiedAndNotFollowed() throws Exception {
        Path outside = Files.createDirectories(folder.resolve("outside"));
        Files.writeString(outside.resolve("secret"), "secret");
        Files.createSymbolicLink(source.resolve("link"), outside);
        Files.createSymbolicLink(source.resolve("broken"), Path.of("../../nothing"));

        run(() -> {});

        assertThat(Files.readSymbolicLink(copy.resolve("link"))).isEqualTo(outside);
        assertThat(Files.readSymbolicLink(copy.resolve("broken"))).isEqualTo(Path.of("../../nothing"));
    }

    @Test
    void ownersAndSpecialFilesAreKept() throws Exception {
        assumeTrue(Files.getAttribute(folder, "unix:uid").equals(0), "changing owners needs root");
        Files.createSymbolicLink(source.resolve("link"), Path.of("file"));
        FilePermissions.chown(source.resolve("link"), 1234, 5678);
        fifo(source.resolve("pipe"));
        FilePermissions.chown(source.resolve("pipe"), 1234, 5678);
        FilePermissions.chown(source, 42, 43);

        run(() -> {});

        assertThat(Files.getAttribute(copy, "unix:uid")).isEqualTo(42);
        assertThat(Files.getAttribute(copy.resolve("link"), "unix:uid", LinkOption.NOFOLLOW_LINKS))
                .isEqualTo(1234);
        assertThat(Files.getAttribute(copy.resolve("pipe"), "unix:gid")).isEqualTo(5678);
        assertThat(Stat.of(copy.resolve("pipe")).mode())
                .isEqualTo(Stat.of(source.resolve("pipe")).mode());
    }

    @Test
    void holesStayHoles() throws Exception {
        long size = 64L << 20;
        try (RandomAccessFile file =
                new RandomAccessFile(source.resolve("sparse").toFile(), "rw")) {
            file.setLength(size);
            file.seek(size / 2);
            file.write("middle".getBytes(StandardCharsets.UTF_8));
        }

        run(() -> {});

        assertThat(Files.mismatch(source.resolve("sparse"), copy.resolve("sparse")))
                .isEqualTo(-1);
        assertThat(Stat.of(copy.resolve("sparse")).allocatedBytes()).isLessThan(size / 8);
    }

    @Test
    void aDirectoryThatIsReplacedByALinkLeadsNowhere() throws Exception {
        Path outside = Files.createDirectories(folder.resolve("outside"));
        Files.writeString(outside.resolve("secret"), "secret");
        for (String name : new String[] {"a", "b"}) {
            Files.createDirectories(source.resolve(name).resolve("inner"));
        }
        AtomicInteger entries = new AtomicInteger();

        run(() -> {
            if (entries.incrementAndGet() == 2) { // within the first of the two
                for (String name : new String[] {"a", "b"}) {
                    Files.move(source.resolve(name), folder.resolve("moved-" + name));
                    Files.createSymbolicLink(source.resolve(name), outside);
                }
            }
        });

        try (Stream<Path> copied = Files.walk(copy)) {
            assertThat(copied.map(path -> String.valueOf(path.getFileName()))).doesNotContain("secret");
        }
    }

    @Test
    void directoriesThatAreNestedTooDeeplyAreRefused() throws Exception {
        Path at = source;
        for (int i = 0; i < 210; i++) {
            at = Files.createDirectory(at.resolve("d"));
        }

        assertThatThrownBy(() -> run(() -> {}))
                .isInstanceOf(LinuxException.class)
                .hasMessageContaining("nested more than 200 levels deep");
    }

    @Test
    void aCopyThatIsNotWantedAnyMoreEnds() throws Exception {
        Files.writeString(source.resolve("file"), "content");

        assertThatThrownBy(() -> run(() -> {
                    throw new IOException("not wanted");
                }))
                .hasMessage("not wanted");
    }

    private void run(TreeCopy.Check check) throws IOException {
        try (Descriptor links = Descriptor.openDirectory(folder.resolve("target/links"));
                Descriptor from = Descriptor.openDirectory(source);
                Descriptor to = Descriptor.openDirectory(folder.resolve("target"))) {
            new TreeCopy(links, check).copy(from, to, "data");
        }
    }

    private static UserDefinedFileAttributeView attributes(Path file) {
        return Files.getFileAttributeView(file, UserDefinedFileAttributeView.class);
    }

    private static void fifo(Path path) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            long made = Libc.MKNOD.invoke(arena.allocateFrom(path.toString()).address(), 0010640, 0);
            Libc.check(made, "mknod", path);
        }
    }
}
