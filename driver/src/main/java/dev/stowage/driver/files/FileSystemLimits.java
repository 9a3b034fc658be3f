package dev.stowage.driver.files;

import dev.stowage.linux.Errno;
import dev.stowage.linux.LinuxException;
import dev.stowage.sdk.CsiException;
import java.io.IOException;
import java.util.Set;

/// What the file system of a pool cannot hold although that of the sender can: a name more of a file, a
/// longer link, an attribute. It never will, so a caller must not try again.
final class FileSystemLimits {

    private static final Set<Errno> BEYOND = Set.of(
            Errno.E2BIG,
            Errno.EFBIG,
            Errno.EMLINK,
            Errno.ENAMETOOLONG,
            Errno.EOPNOTSUPP,
            Errno.EOVERFLOW,
            Errno.ERANGE);

    private FileSystemLimits() {}

    /// @return the failure itself when it is another one
    static IOException refusedIfBeyond(IOException failure) throws CsiException {
        boolean isBeyond = failure instanceof LinuxException refused
                ? BEYOND.contains(refused.errno())
                : String.valueOf(failure.getMessage()).contains("File too large");
        if (isBeyond) {
            throw CsiException.invalidArgument(
                    "the file system of the pool cannot hold a file of the volume: %s; choose a class whose pool has a file system like that of the sender"
                            .formatted(failure.getMessage()));
        }
        return failure;
    }
}
