package dev.stowage.driver.files;

import dev.stowage.linux.file.NodeAttributes;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.TransferFormat;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// Reads a record that came over a network: nothing in it is trusted. What it returns names nothing outside of the
/// tree.
final class RecordReader {

    /// Mark and length.
    static final int HEAD = 2 * Integer.BYTES;

    private static final int TYPE = 0170000;
    private static final int PERMISSIONS = 07777;
    private static final List<Integer> SPECIAL = List.of(0010000, 0020000, 0060000, 0140000);

    private final ByteBuffer in;

    private RecordReader(ByteBuffer in) {
        this.in = in;
    }

    /// How long the record is that begins with these bytes.
    static int length(ByteBuffer head) throws CsiException {
        if (head.getInt(0) != RecordWriter.MARK) {
            throw refused("a record does not begin where one must be");
        }
        int length = head.getInt(Integer.BYTES);
        if (length < HEAD || length > ArchiveLimits.LONGEST_RECORD) {
            throw refused("a record has %d bytes".formatted(length));
        }
        return length;
    }

    /// @param bytes exactly those of the record
    static ArchiveRecord read(ByteBuffer bytes) throws CsiException {
        try {
            RecordReader reader = new RecordReader(bytes.duplicate().position(HEAD));
            ArchiveRecord record = reader.record();
            if (reader.in.hasRemaining()) {
                throw refused("a record is longer than its fields");
            }
            return record;
        } catch (BufferUnderflowException e) {
            throw refused("a record is shorter than its fields");
        }
    }

    private ArchiveRecord record() throws CsiException {
        String path = path(true);
        NodeAttributes attributes = attributes();
        int count = in.getInt();
        List<ArchiveEntry> entries = new ArrayList<>();
        long content = 0;
        for (int i = 0; i < count; i++) {
            ArchiveEntry entry = entry();
            if (!entries.isEmpty() && entries.getLast().name().compareTo(entry.name()) >= 0) {
                throw refused("entries are not in order");
            }
            entries.add(entry);
            content += ArchiveLimits.padded(entry.contentSize());
            if (content > TransferFormat.FILES.end(Bytes.ZERO)) {
                throw refused("files are too long");
            }
        }
        return new ArchiveRecord(path, attributes, entries);
    }

    private ArchiveEntry entry() throws CsiException {
        int kind = in.get();
        String name = name();
        return switch (kind) {
            case 1 -> new ArchiveEntry.Directory(name);
            case 2 -> new ArchiveEntry.NewFile(name, attributes(), size());
            case 3 -> new ArchiveEntry.ChangedFile(name, attributes(), size());
            case 4 -> new ArchiveEntry.HardLink(name, path(false));
            case 5 -> new ArchiveEntry.SymbolicLink(name, attributes(), target());
            case 6 -> special(name);
            case 7 -> new ArchiveEntry.Removed(name);
            default -> throw refused("an entry has the unknown kind %d".formatted(kind));
        };
    }

    private ArchiveEntry special(String name) throws CsiException {
        NodeAttributes attributes = attributes();
        int mode = in.getInt();
        if (!SPECIAL.contains(mode & TYPE) || (mode & ~TYPE & ~PERMISSIONS) != 0) {
            throw refused("a special file has mode %o".formatted(mode));
        }
        return new ArchiveEntry.SpecialFile(name, attributes, mode, in.getInt(), in.getInt());
    }

    private long size() throws CsiException {
        long size = in.getLong();
        if (size < 0 || size > ArchiveLimits.LARGEST_FILE) {
            throw refused("a file has %d bytes".formatted(size));
        }
        return size;
    }

    private NodeAttributes attributes() throws CsiException {
        int uid = in.getInt();
        int gid = in.getInt();
        int permissions = in.getInt();
        long seconds = in.getLong();
        int nanos = in.getInt();
        if ((permissions & ~PERMISSIONS) != 0 || nanos < 0 || nanos >= 1_000_000_000 || uid == -1 || gid == -1) {
            throw refused("an entry has invalid attributes");
        }
        TreeMap<String, String> extended = new TreeMap<>();
        int count = in.getInt();
        for (int i = 0; i < count; i++) {
            String name = text(ArchiveLimits.LONGEST_NAME);
            if (name.isEmpty() || name.indexOf('\0') >= 0 || !NodeAttributes.isKept(name)) {
                throw refused("an entry has an extended attribute that is not sent");
            }
            extended.put(name, text(ArchiveLimits.LONGEST_RECORD));
        }
        return new NodeAttributes(uid, gid, permissions, seconds, nanos, extended);
    }

    private String path(boolean mayBeEmpty) throws CsiException {
        String path = text(ArchiveLimits.DEEPEST * (ArchiveLimits.LONGEST_NAME + 1));
        List<String> components = ArchiveRecord.components(path);
        if (components.size() > ArchiveLimits.DEEPEST || (components.isEmpty() && !mayBeEmpty)) {
            throw refused("a path is empty or too long");
        }
        for (String component : components) {
            checkName(component);
        }
        return path;
    }

    private String name() throws CsiException {
        String name = text(ArchiveLimits.LONGEST_NAME);
        checkName(name);
        return name;
    }

    private static void checkName(String name) throws CsiException {
        if (name.isEmpty()
                || name.length() > ArchiveLimits.LONGEST_NAME
                || name.equals(".")
                || name.equals("..")
                || name.indexOf('/') >= 0
                || name.indexOf('\0') >= 0) {
            throw refused("an entry has an invalid name");
        }
    }

    private String target() throws CsiException {
        String target = text(ArchiveLimits.LONGEST_TARGET);
        if (target.isEmpty() || target.indexOf('\0') >= 0) {
            throw refused("a symbolic link has an invalid target");
        }
        return target;
    }

    private String text(int longest) throws CsiException {
        int length = in.getInt();
        if (length < 0 || length > longest) {
            throw refused("a text has %d bytes".formatted(length));
        }
        byte[] raw = new byte[Math.min(length, in.remaining())];
        in.get(raw);
        if (raw.length < length) {
            throw new BufferUnderflowException();
        }
        return new String(raw, StandardCharsets.ISO_8859_1);
    }

    private static CsiException refused(String what) {
        return CsiException.invalidArgument("the archive of files is invalid: " + what);
    }
}
