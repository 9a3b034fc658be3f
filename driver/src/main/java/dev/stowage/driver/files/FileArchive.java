package dev.stowage.driver.files;

import dev.stowage.linux.Descriptor;
import dev.stowage.sdk.BlockRange;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.TransferBlocks;
import dev.stowage.sdk.TransferFormat;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/// The archive of a tree that does not change, or of its difference from another one. Its blocks are read in their
/// order, once.
public final class FileArchive implements TransferBlocks {

    private final Bytes size;
    private final TreePair trees;
    private @Nullable ArchiveCursor cursor;

    private FileArchive(Bytes size, TreePair trees) {
        this.size = size;
        this.trees = trees;
    }

    /// @param size of the volume
    /// @param tree open for reading; closed with this
    public static FileArchive of(Bytes size, Descriptor tree) {
        return new FileArchive(size, new TreePair(tree, Optional.empty(), ChangedFiles.ANY, WalkLimits.FORMAT));
    }

    /// @param base open for reading; closed with this
    public static FileArchive difference(Bytes size, Descriptor base, Descriptor tree, ChangedFiles changed) {
        return new FileArchive(size, new TreePair(tree, Optional.of(base), changed, WalkLimits.FORMAT));
    }

    @Override
    public TransferFormat format() {
        return TransferFormat.FILES;
    }

    @Override
    public Bytes size() {
        return size;
    }

    @Override
    public Stream<BlockRange> ranges() throws CsiException, IOException {
        if (cursor != null) {
            throw new IllegalStateException("an archive is read once");
        }
        ArchiveCursor opened = new ArchiveCursor(new ArchiveWalk(trees), trees.isDifference());
        cursor = opened;
        int kind = Spliterator.ORDERED | Spliterator.NONNULL;
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(opened, kind), false);
    }

    @Override
    public void read(long offset, ByteBuffer into) throws IOException {
        if (cursor == null) {
            throw new IllegalStateException("nothing of the archive was found yet");
        }
        cursor.read(offset, into);
    }

    @Override
    public void close() throws IOException {
        if (cursor == null) {
            trees.close();
        } else {
            cursor.close();
        }
    }
}
