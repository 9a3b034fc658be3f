package dev.stowage.driver.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.linux.Descriptor;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.TransferBlocks;
import dev.stowage.sdk.transfer.BlockDigest;
import dev.stowage.sdk.transfer.BlockExtent;
import dev.stowage.sdk.transfer.BlockWalk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;

/// Carries a tree to a copy, as the SDK does.
final class TreeTransferFixture {

    static final Bytes SIZE = Bytes.gibi(1);

    private final Path state;
    private final Path copy;
    private final Optional<Path> copiedBase;
    private long bytes;
    private long stopBehind = Long.MAX_VALUE;

    /// @param copiedBase what the copy was a copy of, for differences
    TreeTransferFixture(Path copy, Path state, Optional<Path> copiedBase) {
        this.copy = copy;
        this.state = state;
        this.copiedBase = copiedBase;
    }

    /// The stream breaks once so many bytes were carried.
    TreeTransferFixture stopBehind(long carried) {
        stopBehind = carried;
        return this;
    }

    long bytes() {
        return bytes;
    }

    static FileArchive archive(Path tree, Optional<Path> base) throws IOException {
        Descriptor opened = Descriptor.openDirectory(tree);
        return base.isPresent()
                ? FileArchive.difference(SIZE, Descriptor.openDirectory(base.get()), opened, ChangedFiles.ANY)
                : FileArchive.of(SIZE, opened);
    }

    static BlockDigest.Sum sum(Path tree, Optional<Path> base) throws CsiException, IOException {
        try (TransferBlocks blocks = archive(tree, base)) {
            return BlockDigest.of(blocks, base.isPresent());
        }
    }

    private static final class Broken extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /// @param from what the sender skips
    /// @return up to where it is durable
    long carry(Path tree, Optional<Path> base, long from) throws Exception {
        long[] durable = {from};
        try (TransferBlocks blocks = archive(tree, base);
                ArchiveTarget target =
                        ArchiveTarget.open(Descriptor.openDirectory(copy), state, () -> archive(copy, copiedBase))) {
            try {
                BlockWalk.walk(blocks, (offset, portion) -> {
                    for (BlockExtent run : BlockExtent.of(offset, portion)) {
                        for (BlockExtent wanted : run.from(from)) {
                            pass(
                                    target,
                                    wanted,
                                    portion.slice((int) (wanted.offset() - offset), wanted.length()),
                                    base);
                            durable[0] = wanted.end();
                        }
                    }
                });
            } catch (Broken e) {
                target.sync();
                return durable[0];
            }
            target.sync();
            try (TransferBlocks written = target.written()) {
                assertThat(BlockDigest.of(written, base.isPresent())).isEqualTo(sum(tree, base));
            }
        }
        return durable[0];
    }

    private void pass(ArchiveTarget target, BlockExtent run, ByteBuffer content, Optional<Path> base)
            throws CsiException, IOException {
        if (!run.zero()) {
            if (bytes >= stopBehind) {
                throw new Broken();
            }
            bytes += run.length();
            target.write(run.offset(), content);
        } else if (base.isPresent()) {
            target.zero(run.offset(), run.length());
        }
    }
}
