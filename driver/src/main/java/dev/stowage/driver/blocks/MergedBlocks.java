package dev.stowage.driver.blocks;

import dev.stowage.sdk.BlockRange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// Widens ranges to whole blocks and joins those that touch. Long ones are given out in parts, so that a reader
/// sees progress.
final class MergedBlocks implements Iterator<BlockRange> {

    private static final long LONGEST = 1L << 30;

    private final BlockSource source;
    private final long size;
    private Optional<BlockRange> ahead = Optional.empty();
    private boolean started;

    MergedBlocks(BlockSource source, long size) {
        this.source = source;
        this.size = size;
    }

    Stream<BlockRange> stream() {
        int kind = Spliterator.ORDERED | Spliterator.NONNULL | Spliterator.DISTINCT;
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(this, kind), false);
    }

    @Override
    public boolean hasNext() {
        if (!started) {
            started = true;
            ahead = pull();
        }
        return ahead.isPresent();
    }

    @Override
    public BlockRange next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        BlockRange joined = ahead.orElseThrow();
        ahead = pull();
        while (ahead.isPresent() && ahead.get().offset() <= joined.end() && joined.length() < LONGEST) {
            long end = Math.max(joined.end(), ahead.get().end());
            joined = new BlockRange(joined.offset(), end - joined.offset());
            ahead = pull();
        }
        if (ahead.isPresent() && ahead.get().offset() < joined.end()) {
            // Two parts of one block, of which the first was returned already.
            long end = ahead.get().end();
            long begin = joined.end();
            ahead = end > begin ? Optional.of(new BlockRange(begin, end - begin)) : pull();
        }
        return joined;
    }

    private Optional<BlockRange> pull() {
        try {
            return source.next().map(this::widened);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private BlockRange widened(BlockRange range) {
        long begin = range.offset() / BlockReader.BLOCK * BlockReader.BLOCK;
        long end = Math.min(size, Math.ceilDiv(range.end(), BlockReader.BLOCK) * BlockReader.BLOCK);
        return new BlockRange(begin, end - begin);
    }
}
