package dev.stowage.driver.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.file.NodeAttributes;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever an archive says, nothing outside of the copy is changed.
final class HostileArchiveTest {

    private static final NodeAttributes PLAIN = new NodeAttributes(0, 0, 0644, 1, 2, Map.of());

    @TempDir
    private Path folder;

    private Path copy = Path.of("/nowhere");
    private Path outside = Path.of("/nowhere");

    @BeforeEach
    void create() throws Exception {
        copy = Files.createDirectory(folder.resolve("copy"));
        outside = Files.createDirectory(folder.resolve("outside"));
        Files.writeString(outside.resolve("secret"), "untouched");
    }

    private void receive(ArchiveRecord... records) throws Exception {
        try (ArchiveTarget target = ArchiveTarget.open(
                Descriptor.openDirectory(copy),
                folder.resolve("state"),
                () -> TreeTransferFixture.archive(copy, Optional.empty()))) {
            long at = 0;
            for (ArchiveRecord record : records) {
                byte[] bytes = RecordWriter.write(record);
                ByteBuffer padded = ByteBuffer.allocate((int) ArchiveLimits.padded(bytes.length))
                        .put(bytes)
                        .clear();
                at += padded.remaining();
                target.write(at - padded.remaining(), padded);
                for (ArchiveEntry entry : record.entries()) {
                    for (long file = 0; file < entry.contentSize(); file += 4096, at += 4096) {
                        target.write(at, ByteBuffer.wrap(SampleTree.bytes(4096, 'x')));
                    }
                }
            }
            target.written().close();
        }
    }

    private static ArchiveRecord record(String path, ArchiveEntry... entries) {
        return new ArchiveRecord(path, new NodeAttributes(0, 0, 0755, 1, 2, Map.of()), List.of(entries));
    }

    private void isRefused(ArchiveRecord... records) throws Exception {
        assertThatThrownBy(() -> receive(records)).isInstanceOfAny(CsiException.class, IOException.class);
        assertThat(outside.resolve("secret")).hasContent("untouched");
        try (var names = Files.list(outside)) {
            assertThat(names).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", ".", "", "a/b", "/", "a\0b", "../outside"})
    void namesThatAreNoneAreRefused(String name) throws Exception {
        isRefused(record("", new ArchiveEntry.NewFile(name, PLAIN, 1)));
        isRefused(record("", new ArchiveEntry.Directory(name)));
        isRefused(record("", new ArchiveEntry.Removed(name)));
        isRefused(record("", new ArchiveEntry.HardLink("link", name.equals("a/b") ? "../b" : name)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", "../outside", "a/../../outside", "/", "/etc", ".", "a//b"})
    void pathsThatLeadOutAreRefused(String path) throws Exception {
        isRefused(record("", new ArchiveEntry.Directory("a")), record(path, new ArchiveEntry.Removed("secret")));
    }

    @Test
    void aLinkIsNeverFollowed() throws Exception {
        String target = outside.toString();
        isRefused(
                record("", new ArchiveEntry.SymbolicLink("way", PLAIN, target)),
                record("way", new ArchiveEntry.NewFile("secret", PLAIN, 4096)));
        isRefused(
                record("", new ArchiveEntry.SymbolicLink("file", PLAIN, target + "/secret")),
                record("", new ArchiveEntry.ChangedFile("file", PLAIN, 4096)));
        isRefused(
                record("", new ArchiveEntry.SymbolicLink("way", PLAIN, target)),
                record("", new ArchiveEntry.HardLink("z", "way/secret")));
    }

    /// Its permissions are those of the link, and of nothing else.
    @Test
    void aLinkThatTakesThePlaceOfAFileGetsNoContent() throws Exception {
        receive(
                record("", new ArchiveEntry.NewFile("a", PLAIN, 10)),
                record("", new ArchiveEntry.SymbolicLink("a", PLAIN, outside + "/secret")));

        assertThat(outside.resolve("secret")).hasContent("untouched");
        assertThat(Files.isSymbolicLink(copy.resolve("a"))).isTrue();
    }

    @Test
    void whatTheFileSystemCannotHoldIsRefusedForGood() throws Exception {
        String target = "x".repeat(ArchiveLimits.LONGEST_TARGET); // the kernel wants room for a zero byte
        assertThatThrownBy(() -> receive(record("", new ArchiveEntry.SymbolicLink("way", PLAIN, target))))
                .isInstanceOfSatisfying(
                        CsiException.class, e -> assertThat(e.code()).isEqualTo(CsiCode.INVALID_ARGUMENT))
                .hasMessageContaining("cannot hold a file of the volume");
    }

    @Test
    void entriesTwiceOrOutOfOrderAreRefused() throws Exception {
        isRefused(record("", new ArchiveEntry.Directory("b"), new ArchiveEntry.Directory("a")));
        isRefused(record("", new ArchiveEntry.Directory("a"), new ArchiveEntry.Directory("a")));
    }

    @Test
    void noAttributeOfTheKernelIsSet() throws Exception {
        NodeAttributes label = new NodeAttributes(0, 0, 0644, 1, 2, Map.of("security.selinux", "x"));
        isRefused(record("", new ArchiveEntry.NewFile("a", label, 1)));
        isRefused(record("", new ArchiveEntry.SpecialFile("a", PLAIN, 0040755, 0, 0)));
    }

    @Test
    void randomBytesAreRefused() throws Exception {
        byte[] good = RecordWriter.write(record(
                "",
                new ArchiveEntry.Directory("a"),
                new ArchiveEntry.NewFile("b", PLAIN, 5000),
                new ArchiveEntry.SymbolicLink("c", PLAIN, "x")));
        Random random = new Random(7);
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] bad = good.clone();
            for (int changes = random.nextInt(4); changes >= 0; changes--) {
                bad[random.nextInt(bad.length)] = (byte) random.nextInt();
            }
            try {
                ArchiveRecord read =
                        RecordReader.read(ByteBuffer.wrap(bad, 0, RecordReader.length(ByteBuffer.wrap(bad)))
                                .slice());
                assertThat(read.entries()).isNotNull();
            } catch (CsiException | IndexOutOfBoundsException e) {
                refused++;
            }
        }
        assertThat(refused).isPositive();
    }
}
