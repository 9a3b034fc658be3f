package dev.stowage.driver.lvm;

import dev.stowage.linux.exec.CommandFailedException;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;

/// What a failed command means to the caller.
final class LvmFailure {

    private LvmFailure() {}

    /// @throws CsiException RESOURCE_EXHAUSTED when the group is full
    static void refuseFull(CommandFailedException e) throws CsiException {
        boolean isFull = e.tail().contains("insufficient free space")
                || e.tail().contains("Insufficient free space")
                || e.tail().contains("Insufficient suitable allocatable extents")
                || e.tail().contains("free space in pool")
                || e.tail().contains("free space in thin pool");
        // A thin pool that failed says that it is full, too.
        boolean isFailed = e.tail().contains("needs check") || e.tail().contains("read-only metadata");
        if (isFull && !isFailed) {
            throw new CsiException(CsiCode.RESOURCE_EXHAUSTED, "the volume group has too little space: " + e.tail(), e);
        }
    }
}
