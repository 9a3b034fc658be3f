package dev.stowage.driver.pool;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.StorageProblem;
import java.io.IOException;
import java.util.List;

/// In place of a pool whose disk was not mounted at the start. It stays until the next start: what the disk needs
/// is repaired there.
///
/// @param reason what is missing, and what to do
record MissingBacking(PoolSettings settings, String reason) implements PoolBacking {

    CsiException failure() {
        return new CsiException(CsiCode.UNAVAILABLE, reason + "; then start the driver again");
    }

    @Override
    public void start() {
        // Nothing is created in the place of a disk.
    }

    @Override
    public boolean isMade() {
        return false;
    }

    @Override
    public boolean isThere() {
        return false;
    }

    @Override
    public PoolDirectory directory() throws CsiException {
        throw failure();
    }

    @Override
    public PoolDirectory place() {
        return new PoolDirectory(settings.directory());
    }

    @Override
    public PoolSpace poolSpace() {
        return new PoolSpace(0, 0, 0, true);
    }

    @Override
    public void provide(long promised, long now) throws CsiException {
        throw failure();
    }

    @Override
    public void counted(boolean empty) {}

    @Override
    public boolean hasReflink() {
        return false;
    }

    @Override
    public List<StorageProblem> problems() throws IOException {
        return List.of(
                new StorageProblem(true, "PoolMissing", String.valueOf(failure().getMessage())));
    }

    @Override
    public void release() {}
}
