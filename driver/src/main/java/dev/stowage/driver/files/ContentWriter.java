package dev.stowage.driver.files;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.file.FileAllocation;
import dev.stowage.sdk.CsiException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Writes the content that follows a record into its files. One is open at a time.
final class ContentWriter implements AutoCloseable {

    private final ReceivedTree tree;
    private final TreeMap<Long, ArchiveEntry> files = new TreeMap<>();
    private String path = "";
    private long end;
    private @Nullable OpenFile open;

    private record OpenFile(long begin, long size, Descriptor file, FileChannel channel) {}

    ContentWriter(ReceivedTree tree) {
        this.tree = tree;
    }

    /// @param offset where the content begins
    void begin(long offset, ArchiveRecord record) throws CsiException {
        files.clear();
        path = record.path();
        end = offset;
        for (ArchiveEntry entry : record.entries()) {
            if (entry.contentSize() > 0) {
                files.put(end, entry);
                end += ArchiveLimits.padded(entry.contentSize());
                if (end < 0) {
                    throw CsiException.invalidArgument("the archive of files is too long");
                }
            }
        }
    }

    long end() {
        return end;
    }

    /// @return how many bytes it took: those of one file
    int write(long offset, ByteBuffer bytes) throws CsiException, IOException {
        OpenFile file = at(offset);
        long at = offset - file.begin();
        int whole = (int) Math.min(bytes.remaining(), ArchiveLimits.padded(file.size()) - at);
        int length = (int) Math.min(whole, Math.max(0, file.size() - at));
        write(file, at, bytes.slice(bytes.position(), length));
        bytes.position(bytes.position() + whole);
        return whole;
    }

    private static void write(OpenFile file, long at, ByteBuffer bytes) throws CsiException, IOException {
        try {
            while (bytes.hasRemaining()) {
                file.channel().write(bytes, at + bytes.position());
            }
        } catch (IOException e) {
            String why = String.valueOf(e.getMessage());
            if (why.contains("No space left") || why.contains("quota exceeded")) {
                throw CsiException.resourceExhausted(
                        "the pool, or the size of the volume, has no space for the rest of the files: " + why);
            }
            throw e;
        }
    }

    /// Makes a hole.
    ///
    /// @return how many bytes it took: those of one file
    long zero(long offset, long length) throws CsiException, IOException {
        OpenFile file = at(offset);
        long at = offset - file.begin();
        long whole = Math.min(length, ArchiveLimits.padded(file.size()) - at);
        FileAllocation.punchHole(file.file(), at, whole);
        return whole;
    }

    private OpenFile at(long offset) throws CsiException, IOException {
        Map.Entry<Long, ArchiveEntry> found = files.floorEntry(offset);
        if (found == null) {
            throw CsiException.invalidArgument("the archive of files has content that belongs to no file");
        }
        OpenFile file = open;
        if (file != null && file.begin() == found.getKey()) {
            return file;
        }
        close();
        Descriptor opened = tree.openFile(path, found.getValue().name());
        try {
            FileChannel channel = FileChannel.open(opened.path(), StandardOpenOption.WRITE);
            OpenFile next = new OpenFile(found.getKey(), found.getValue().contentSize(), opened, channel);
            open = next;
            return next;
        } catch (IOException | RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        OpenFile file = open;
        open = null;
        if (file != null) {
            try (Descriptor _ = file.file()) {
                file.channel().close();
            }
        }
    }
}
