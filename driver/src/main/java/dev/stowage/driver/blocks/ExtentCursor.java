package dev.stowage.driver.blocks;

import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One of two files that are compared, read from front to back.
final class ExtentCursor {

    private final DataExtents data;
    private DataExtents.@Nullable DataExtent dataExtent;

    ExtentCursor(DataExtents data) {
        this.data = data;
    }

    /// Skips extents that end at or before the position.
    private DataExtents.@Nullable DataExtent at(long position) throws IOException {
        while ((dataExtent == null || dataExtent.range().end() <= position) && data.hasNext()) {
            dataExtent = data.next();
        }
        return dataExtent == null || dataExtent.range().end() <= position ? null : dataExtent;
    }

    boolean holdsDataAt(long position) throws IOException {
        DataExtents.DataExtent here = at(position);
        return here != null && here.range().offset() <= position;
    }

    /// Where the state at the position may change next.
    long boundaryAfter(long position) throws IOException {
        DataExtents.DataExtent here = at(position);
        if (here == null) {
            return Long.MAX_VALUE;
        }
        return here.range().offset() > position
                ? here.range().offset()
                : here.range().end();
    }

    Optional<Long> physicalAt(long position) throws IOException {
        DataExtents.DataExtent here = at(position);
        return here == null || here.range().offset() > position
                ? Optional.empty()
                : here.physical().map(begin -> begin + position - here.range().offset());
    }
}
