package dev.stowage.driver.files;

import dev.stowage.driver.blocks.BlockReader;
import dev.stowage.driver.blocks.FileBlocks;
import dev.stowage.linux.Descriptor;
import dev.stowage.sdk.BlockRange;
import dev.stowage.sdk.BlockRanges;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.TransferFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Goes through an archive: the ranges that have blocks, and the bytes of the range that was found last.
final class ArchiveCursor implements Iterator<BlockRange>, AutoCloseable {

    private final ArchiveWalk walk;
    private final boolean isDifference;
    private final Deque<ArchiveEntry> files = new ArrayDeque<>();
    private @Nullable DirectoryLevel level;
    private ByteBuffer record = ByteBuffer.allocate(0);
    private long recordBegin;
    private long end;
    private @Nullable OpenFile file;
    private Optional<BlockRange> next = Optional.empty();

    /// The file whose ranges are found now.
    private static final class OpenFile implements AutoCloseable {
        private final long begin;
        private final Descriptor opened;
        private final Optional<Descriptor> base;
        private final BlockReader reader;
        private final BlockRanges ranges;
        private final Iterator<BlockRange> rest;

        private OpenFile(long begin, Descriptor opened, Optional<Descriptor> base, boolean isDifference)
                throws CsiException, IOException {
            this.begin = begin;
            this.opened = opened;
            this.base = base;
            this.reader = new BlockReader(opened);
            if (base.isPresent()) {
                this.ranges = FileBlocks.changed(base.get(), opened, 0);
            } else {
                this.ranges = isDifference ? FileBlocks.written(opened) : FileBlocks.allocated(opened, 0);
            }
            this.rest = ranges.ranges().iterator();
        }

        @Override
        public void close() throws IOException {
            try (opened) {
                ranges.ranges().close();
                reader.close();
                base.ifPresent(Descriptor::close);
            }
        }
    }

    /// @param walk closed with this
    ArchiveCursor(ArchiveWalk walk, boolean isDifference) {
        this.walk = walk;
        this.isDifference = isDifference;
    }

    @Override
    public boolean hasNext() {
        try {
            while (next.isEmpty()) {
                if (file != null && file.rest.hasNext()) {
                    next = Optional.of(whole(file.begin, file.rest.next()));
                } else if (!files.isEmpty()) {
                    open(files.remove());
                } else if (!advance()) {
                    return false;
                }
            }
            return true;
        } catch (CsiException e) {
            throw new UncheckedIOException(new IOException(e.getMessage(), e));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The last block of a file is filled with zeroes.
    private static BlockRange whole(long begin, BlockRange range) {
        return new BlockRange(begin + range.offset(), ArchiveLimits.padded(range.length()));
    }

    private void open(ArchiveEntry entry) throws CsiException, IOException {
        closeFile();
        long begin = end;
        if (level == null) {
            throw new IllegalStateException("a file of no record");
        }
        if (entry.contentSize() > ArchiveLimits.LARGEST_FILE
                || begin + ArchiveLimits.padded(entry.contentSize()) > TransferFormat.FILES.end(Bytes.ZERO)) {
            throw ArchiveRefusal.filesTooLong(level.path());
        }
        end = begin + ArchiveLimits.padded(entry.contentSize());
        if (entry.contentSize() == 0) {
            return;
        }
        Descriptor opened = level.file(entry.name());
        Optional<Descriptor> base = Optional.empty();
        try {
            base = entry instanceof ArchiveEntry.ChangedFile
                    ? Optional.of(level.baseFile(entry.name()))
                    : Optional.empty();
            file = new OpenFile(begin, opened, base, isDifference);
        } catch (CsiException | IOException | RuntimeException e) {
            opened.close();
            base.ifPresent(Descriptor::close);
            throw e;
        }
    }

    private boolean advance() throws CsiException, IOException {
        closeFile();
        Optional<ArchiveWalk.Part> part = walk.next();
        if (part.isEmpty()) {
            return false;
        }
        byte[] bytes = RecordWriter.write(part.get().record());
        if (bytes.length > ArchiveLimits.LONGEST_RECORD) {
            throw ArchiveRefusal.attributesTooLong(part.get().record().path());
        }
        recordBegin = end;
        record = ByteBuffer.allocate((int) ArchiveLimits.padded(bytes.length))
                .put(bytes)
                .clear();
        end += record.limit();
        level = part.get().level();
        files.addAll(part.get().record().entries());
        next = Optional.of(new BlockRange(recordBegin, record.limit()));
        return true;
    }

    @Override
    public BlockRange next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        BlockRange found = next.orElseThrow();
        next = Optional.empty();
        return found;
    }

    void read(long offset, ByteBuffer into) throws IOException {
        if (offset < recordBegin + record.limit()) {
            into.put(record.slice((int) (offset - recordBegin), into.remaining()));
        } else if (file != null) {
            file.reader.read(offset - file.begin, into);
        } else {
            throw new IllegalStateException("offset %d of the archive is not open".formatted(offset));
        }
    }

    private void closeFile() throws IOException {
        OpenFile open = file;
        file = null;
        if (open != null) {
            open.close();
        }
    }

    @Override
    public void close() throws IOException {
        try (walk) {
            closeFile();
        }
    }
}
