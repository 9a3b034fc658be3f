package dev.stowage.testkit;

import static dev.stowage.testkit.CsiMethods.CREATE_VOLUME;
import static io.grpc.Status.Code.INVALID_ARGUMENT;
import static io.grpc.Status.Code.OK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.csi.v1.CreateVolumeResponse;
import dev.stowage.csi.v1.Volume;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/// Two snapshots of one block volume with data written before the first and between the two, where this process
/// can write.
///
/// @param written offsets that hold data in the second snapshot
/// @param changed offsets that hold other data in the second than in the first
record TwoSnapshots(String base, String target, List<Long> written, List<Long> changed) {

    private static final int CHUNK = 4096;

    static TwoSnapshots in(Trial trial) throws IOException {
        var outcome = trial.attempt(
                CREATE_VOLUME,
                trial.newVolume()
                        .setVolumeCapabilities(0, SampleRequests.block())
                        .build());
        if (!(outcome instanceof RpcOutcome.Ok<CreateVolumeResponse>(var answer))
                || !trial.driver().isLocal()) {
            assertThat(outcome.code()).isIn(INVALID_ARGUMENT, OK);
            String volume = outcome instanceof RpcOutcome.Ok<CreateVolumeResponse>(var made)
                    ? made.getVolume().getVolumeId()
                    : trial.volume().getVolumeId();
            return new TwoSnapshots(
                    trial.snapshot(volume).getSnapshotId(),
                    trial.snapshot(volume).getSnapshotId(),
                    List.of(),
                    List.of());
        }
        Volume volume = answer.getVolume();
        long half = trial.driver().volumeBytes() / 2 / CHUNK * CHUNK;
        write(trial, volume, 0);
        String base = trial.snapshot(volume.getVolumeId()).getSnapshotId();
        write(trial, volume, half);
        String target = trial.snapshot(volume.getVolumeId()).getSnapshotId();
        return new TwoSnapshots(base, target, List.of(0L, half), List.of(half));
    }

    /// Skips the rule unless data was written at a known offset.
    void needsBlockVolumes() {
        Assumptions.assumeFalse(written.isEmpty(), "the driver does not support raw block volumes");
    }

    private static void write(Trial trial, Volume volume, long offset) throws IOException {
        VolumeLifecycle lifecycle =
                trial.volumeLifecycle(volume, SampleRequests.block()).stage();
        Path device = lifecycle.publish();
        ByteBuffer data = ByteBuffer.allocate(CHUNK);
        while (data.hasRemaining()) {
            data.put((byte) 0x5a);
        }
        try (FileChannel channel = FileChannel.open(device, StandardOpenOption.WRITE)) {
            channel.write(data.flip(), offset);
            channel.force(true);
        }
        lifecycle.unpublish(device);
        lifecycle.unstage();
    }
}
