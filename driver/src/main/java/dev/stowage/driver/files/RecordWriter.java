package dev.stowage.driver.files;

import dev.stowage.linux.file.NodeAttributes;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// Writes one record: a mark, the length, and the fields one after another; numbers with the highest byte first, texts
/// after their length.
final class RecordWriter {

    static final int MARK = 0x53464131;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(bytes);

    static byte[] write(ArchiveRecord record) {
        RecordWriter writer = new RecordWriter();
        try {
            writer.record(record);
        } catch (IOException e) {
            throw new UncheckedIOException("memory cannot be written", e);
        }
        byte[] all = writer.bytes.toByteArray();
        ByteBuffer.wrap(all).putInt(Integer.BYTES, all.length);
        return all;
    }

    /// How many bytes an entry has in a record.
    static int length(ArchiveEntry entry) {
        RecordWriter writer = new RecordWriter();
        try {
            writer.entry(entry);
        } catch (IOException e) {
            throw new UncheckedIOException("memory cannot be written", e);
        }
        return writer.bytes.size();
    }

    private void record(ArchiveRecord record) throws IOException {
        out.writeInt(MARK);
        out.writeInt(0);
        text(record.path());
        attributes(record.attributes());
        out.writeInt(record.entries().size());
        for (ArchiveEntry entry : record.entries()) {
            entry(entry);
        }
    }

    private void entry(ArchiveEntry entry) throws IOException {
        out.writeByte(kind(entry));
        text(entry.name());
        switch (entry) {
            case ArchiveEntry.Directory _, ArchiveEntry.Removed _ -> {}
            case ArchiveEntry.NewFile file -> {
                attributes(file.attributes());
                out.writeLong(file.size());
            }
            case ArchiveEntry.ChangedFile file -> {
                attributes(file.attributes());
                out.writeLong(file.size());
            }
            case ArchiveEntry.HardLink link -> text(link.original());
            case ArchiveEntry.SymbolicLink link -> {
                attributes(link.attributes());
                text(link.target());
            }
            case ArchiveEntry.SpecialFile node -> {
                attributes(node.attributes());
                out.writeInt(node.mode());
                out.writeInt(node.major());
                out.writeInt(node.minor());
            }
        }
    }

    private static int kind(ArchiveEntry entry) {
        return switch (entry) {
            case ArchiveEntry.Directory _ -> 1;
            case ArchiveEntry.NewFile _ -> 2;
            case ArchiveEntry.ChangedFile _ -> 3;
            case ArchiveEntry.HardLink _ -> 4;
            case ArchiveEntry.SymbolicLink _ -> 5;
            case ArchiveEntry.SpecialFile _ -> 6;
            case ArchiveEntry.Removed _ -> 7;
        };
    }

    private void attributes(NodeAttributes attributes) throws IOException {
        out.writeInt(attributes.uid());
        out.writeInt(attributes.gid());
        out.writeInt(attributes.permissions());
        out.writeLong(attributes.seconds());
        out.writeInt(attributes.nanos());
        out.writeInt(attributes.extended().size());
        for (Map.Entry<String, String> one : attributes.extended().entrySet()) {
            text(one.getKey());
            text(one.getValue());
        }
    }

    private void text(String text) throws IOException {
        byte[] raw = text.getBytes(StandardCharsets.ISO_8859_1);
        out.writeInt(raw.length);
        out.write(raw);
    }
}
