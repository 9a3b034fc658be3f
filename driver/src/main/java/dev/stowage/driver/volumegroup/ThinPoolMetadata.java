package dev.stowage.driver.volumegroup;

import dev.stowage.linux.block.DeviceMapper;
import dev.stowage.linux.exec.CommandFailedException;
import dev.stowage.linux.exec.CommandRunner;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// The metadata of an active thin pool: which blocks each volume has. It changes all the time, so programs read a
/// snapshot of it, which the kernel keeps until it is released; a pool has one at most.
public final class ThinPoolMetadata {

    private static final Duration MESSAGE = Duration.ofSeconds(30);
    private static final String NONE = "-";
    private static final int HELD_ROOT = 6;

    private final Path pool;
    private final Path metadata;

    ThinPoolMetadata(DeviceMapper.Device pool, DeviceMapper.Device metadata) {
        this.pool = pool.node();
        this.metadata = metadata.node();
    }

    /// Whether there is a snapshot of it, also one that another program has taken.
    public boolean isReserved() throws IOException {
        // Also for a caller that is cancelled: it asks before it releases.
        String status =
                Uninterrupted.call(() -> CommandRunner.run(MESSAGE, List.of("dmsetup", "status", pool.toString())));
        String[] fields = status.strip().split(" +", -1);
        if (fields.length <= HELD_ROOT || !fields[2].equals("thin-pool")) {
            throw new IOException("cannot read the state of thin pool %s: %s".formatted(pool, status.strip()));
        }
        return !fields[HELD_ROOT].equals(NONE);
    }

    /// Takes the snapshot.
    ///
    /// @throws CommandFailedException when there is one
    public void reserve() throws IOException {
        message("reserve_metadata_snap");
    }

    /// Also for a caller that is cancelled: as long as the snapshot is there, no other can be taken.
    public void release() throws IOException {
        message("release_metadata_snap");
    }

    private void message(String text) throws IOException {
        String ignored = Uninterrupted.call(
                () -> CommandRunner.run(MESSAGE, List.of("dmsetup", "message", pool.toString(), "0", text)));
    }

    /// Prints the blocks of a volume as XML.
    ///
    /// @param output receives it in pieces
    public void dump(long thinId, Duration deadline, Consumer<String> output) throws IOException {
        run(deadline, List.of("thin_dump", "--metadata-snap", "--dev-id", Long.toString(thinId)), output);
    }

    /// Prints as XML which blocks two volumes do not share.
    ///
    /// @param output receives it in pieces
    public void compare(long before, long after, Duration deadline, Consumer<String> output) throws IOException {
        run(
                deadline,
                List.of(
                        "thin_delta",
                        "--metadata-snap",
                        "--snap1",
                        Long.toString(before),
                        "--snap2",
                        Long.toString(after)),
                output);
    }

    private void run(Duration deadline, List<String> program, Consumer<String> output) throws IOException {
        List<String> argv = new ArrayList<>(program);
        argv.add(metadata.toString());
        String ignored = CommandRunner.run(deadline, argv, output);
    }
}
