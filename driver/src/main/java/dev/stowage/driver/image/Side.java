package dev.stowage.driver.image;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One of two images that are compared, read from front to back.
final class Side {

    private final DataRanges data;
    private final ImageBytes bytes;
    private DataRanges.@Nullable Run run;

    Side(DataRanges data, ImageBytes bytes) {
        this.data = data;
        this.bytes = bytes;
    }

    /// Leaves behind what ends at or before the position.
    private DataRanges.@Nullable Run at(long position) throws IOException {
        while ((run == null || run.range().end() <= position) && data.hasNext()) {
            run = data.next();
        }
        return run == null || run.range().end() <= position ? null : run;
    }

    boolean holdsDataAt(long position) throws IOException {
        DataRanges.Run here = at(position);
        return here != null && here.range().offset() <= position;
    }

    /// Where the state at the position may change next.
    long boundaryAfter(long position) throws IOException {
        DataRanges.Run here = at(position);
        if (here == null) {
            return Long.MAX_VALUE;
        }
        return here.range().offset() > position
                ? here.range().offset()
                : here.range().end();
    }

    Optional<Long> physicalAt(long position) throws IOException {
        DataRanges.Run here = at(position);
        return here == null || here.range().offset() > position
                ? Optional.empty()
                : here.physical().map(begin -> begin + position - here.range().offset());
    }

    void read(long position, ByteBuffer into) throws IOException {
        bytes.read(position, into);
    }
}
