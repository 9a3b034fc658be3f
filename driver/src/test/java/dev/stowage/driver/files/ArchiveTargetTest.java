package dev.stowage.driver.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Stat;
import dev.stowage.linux.file.NodeAttributes;
import dev.stowage.sdk.CsiException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A part of an archive that could not be written comes again.
final class ArchiveTargetTest {

    private static final NodeAttributes PLAIN = new NodeAttributes(0, 0, 0755, 1, 2, Map.of());

    @TempDir
    private Path folder;

    private Path copy = Path.of("/nowhere");

    @BeforeEach
    void create() throws Exception {
        copy = Files.createDirectory(folder.resolve("copy"));
    }

    private ArchiveTarget open() throws Exception {
        return ArchiveTarget.open(
                Descriptor.openDirectory(copy),
                folder.resolve("state"),
                () -> TreeTransferFixture.archive(copy, Optional.empty()));
    }

    private static byte[] record(ArchiveEntry... entries) {
        byte[] bytes = RecordWriter.write(new ArchiveRecord("", PLAIN, List.of(entries)));
        return ByteBuffer.allocate((int) ArchiveLimits.padded(bytes.length))
                .put(bytes)
                .array();
    }

    /// The disk fails while a record is applied; a link whose original is missing stands for that.
    private void fails(long offset, byte[] message) throws Exception {
        try (ArchiveTarget target = open()) {
            assertThatThrownBy(() -> target.write(offset, ByteBuffer.wrap(message)))
                    .isInstanceOf(CsiException.class)
                    .hasMessageContaining("no original");
            target.sync();
        }
        Files.writeString(copy.resolve("a"), "the original");
    }

    private void isThere() throws Exception {
        assertThat(Stat.of(copy.resolve("b")).isSameFileAs(Stat.of(copy.resolve("a"))))
                .isTrue();
    }

    @Test
    void aRecordThatCouldNotBeAppliedIsAppliedByItsRepeat() throws Exception {
        byte[] link = record(new ArchiveEntry.HardLink("b", "a"));
        fails(0, link);

        try (ArchiveTarget target = open()) {
            target.write(0, ByteBuffer.wrap(link));
        }
        isThere();
    }

    @Test
    void whatCameBeforeItInTheSameMessageComesAgain() throws Exception {
        byte[] file = record(new ArchiveEntry.NewFile("f", PLAIN, 4096));
        byte[] link = record(new ArchiveEntry.HardLink("b", "a"));
        byte[] message = ByteBuffer.allocate(file.length + 4096 + link.length)
                .put(file)
                .put(SampleTree.bytes(4096, 'x'))
                .put(link)
                .array();
        fails(0, message);

        try (ArchiveTarget target = open()) {
            target.write(0, ByteBuffer.wrap(message));
            target.written().close();
        }
        isThere();
        assertThat(Files.readAllBytes(copy.resolve("f"))).isEqualTo(SampleTree.bytes(4096, 'x'));
    }

    @Test
    void aRecordInPartsComesAgainFromThePartThatFailed() throws Exception {
        byte[] link = record(
                new ArchiveEntry.HardLink("b", "a"), new ArchiveEntry.SymbolicLink("c", PLAIN, "x".repeat(4095)));
        try (ArchiveTarget target = open()) {
            target.write(0, ByteBuffer.wrap(link, 0, 4096));
            target.sync();
        }
        fails(4096, Arrays.copyOfRange(link, 4096, link.length));

        try (ArchiveTarget target = open()) {
            target.write(4096, ByteBuffer.wrap(link, 4096, link.length - 4096));
        }
        isThere();
    }
}
