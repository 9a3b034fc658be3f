package dev.stowage.driver.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.linux.file.NodeAttributes;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RecordReaderTest {

    @Test
    void whatIsWrittenIsRead() throws Exception {
        NodeAttributes attributes = new NodeAttributes(
                1, 2, 04755, -5, 999_999_999, Map.of("user.a", "\0\u00ff", "security.capability", ""));
        ArchiveRecord record = new ArchiveRecord(
                "a/\u00fe",
                attributes,
                List.of(
                        new ArchiveEntry.NewFile("1", attributes, 1L << 40),
                        new ArchiveEntry.ChangedFile("2", attributes, 0),
                        new ArchiveEntry.Directory("3"),
                        new ArchiveEntry.HardLink("4", "b/c"),
                        new ArchiveEntry.SymbolicLink("5", attributes, "/x"),
                        new ArchiveEntry.SpecialFile("6", attributes, 0020666, 1, 3),
                        new ArchiveEntry.Removed("7")));

        byte[] written = RecordWriter.write(record);

        assertThat(RecordReader.length(ByteBuffer.wrap(written))).isEqualTo(written.length);
        assertThat(RecordReader.read(ByteBuffer.wrap(written))).isEqualTo(record);
    }
}
