package dev.stowage.driver.blocks;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.Stat;
import dev.stowage.linux.file.FileExtent;
import dev.stowage.linux.file.FileExtents;
import dev.stowage.sdk.BlockRange;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.NoSuchElementException;
import java.util.Optional;

/// The runs of a file that may hold something other than zeroes, ascending, a few at a time in memory.
///
/// Where the file system keeps no map of its files (tmpfs), the whole file is one run: readers compare the bytes.
public final class DataExtents {

    private final Descriptor image;
    private final long end;
    private final Deque<DataExtent> ahead = new ArrayDeque<>();
    private long next;

    /// @param physical where it is on the device; empty if unknown
    public record DataExtent(BlockRange range, Optional<Long> physical) {}

    private DataExtents(Descriptor image, long from, long end) {
        this.image = image;
        this.next = from;
        this.end = end;
    }

    /// The file must stay open for as long as this is used.
    public static DataExtents of(Descriptor image, long from) throws IOException {
        return new DataExtents(image, from, Stat.of(image).size());
    }

    public boolean hasNext() throws IOException {
        while (ahead.isEmpty() && next < end) {
            fill();
        }
        return !ahead.isEmpty();
    }

    public DataExtent next() throws IOException {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return ahead.remove();
    }

    private void fill() throws IOException {
        long from = next;
        next = end;
        try {
            for (FileExtent extent : FileExtents.of(image, from)) {
                long begin = Math.max(from, extent.logical());
                long stop = Math.min(end, extent.logical() + extent.length());
                next = Math.max(from, extent.logical() + extent.length());
                if (!extent.unwritten() && begin < stop) {
                    Optional<Long> physical = extent.located()
                            ? Optional.of(extent.physical() + begin - extent.logical())
                            : Optional.empty();
                    ahead.add(new DataExtent(new BlockRange(begin, stop - begin), physical));
                }
            }
        } catch (LinuxException e) {
            if (e.errno() != Errno.EOPNOTSUPP && e.errno() != Errno.ENOTTY) {
                throw e;
            }
            ahead.add(new DataExtent(new BlockRange(from, end - from), Optional.empty()));
        }
    }
}
