package dev.stowage.linux.file;

import dev.stowage.linux.BlockingCalls;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.Libc;
import dev.stowage.linux.Stat;
import java.io.IOException;

/// Reserves and frees the blocks of a file.
public final class FileAllocation {
    private static final int KEEP_SIZE = 1;
    private static final int PUNCH_HOLE = 2;
    /// For each call xfs requires as much free space as the whole range takes, even where blocks are reserved
    /// already.
    private static final long PIECE = 16 << 20;

    private FileAllocation() {}

    /// Reserves blocks, so that later writes in the range cannot run out of space; grows the file when the range
    /// ends beyond it. `ENOSPC` when there is not enough space; blocks reserved until then stay reserved.
    public static void allocate(Descriptor file, long offset, long length) throws IOException {
        fallocate("allocate", file, 0, offset, length, PIECE);
    }

    /// Frees blocks: the range reads as zeroes, the size stays. `EOPNOTSUPP` if the file system does not support
    /// it.
    public static void punchHole(Descriptor file, long offset, long length) throws IOException {
        fallocate("punch hole", file, PUNCH_HOLE | KEEP_SIZE, offset, length, length);
    }

    private static void fallocate(String call, Descriptor file, int mode, long offset, long length, long piece)
            throws IOException {
        String lane = Stat.of(file).device();
        BlockingCalls.shared().run(lane, call, file, () -> {
            long end = offset + length;
            for (long at = offset; at < end; at += piece) {
                long from = at;
                long some = Math.min(piece, end - at);
                long result;
                do {
                    result = file.use(fd -> Libc.FALLOCATE.invoke(fd, mode, from, some));
                } while (Libc.failedWith(result, Errno.EINTR));
                Libc.check(result, call, file);
            }
        });
    }
}
