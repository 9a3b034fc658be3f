package dev.stowage.interop.driver;

import dev.stowage.interop.process.Await;
import dev.stowage.interop.process.Daemon;
import dev.stowage.interop.process.MountPoints;
import dev.stowage.interop.process.StowageProgram;
import dev.stowage.interop.process.UninterruptedCleanup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/// `stowage mounter` with one share, beside the directory of the driver that uses it.
final class MounterShare implements AutoCloseable {

    private static final Duration SOON = Duration.ofMinutes(3);

    private final Daemon mounter;
    private final Path folder;

    private MounterShare(Daemon mounter, Path folder) {
        this.mounter = mounter;
        this.folder = folder;
    }

    /// @param home of the driver
    /// @param source the JSON of the source
    /// @param prefix what the command line of the mounter begins with
    static MounterShare start(Path home, String source, List<String> prefix, Path logs)
            throws IOException, InterruptedException {
        Path folder = Files.createDirectories(folder(home));
        Files.writeString(config(home), """
            {"pools": [{"name": "home", "backend": "shared", "thin": true, "overcommitPercent": 10000,
              "directory": "%s", "source": %s}]}
            """.formatted(folder.resolve("share"), source));
        List<String> mounter = StowageProgram.argv(List.of(
                "mounter",
                "--config=" + config(home),
                "--data=" + folder.resolve("data"),
                "--endpoint=unix://" + socket(home)));
        Daemon daemon = Daemon.start(
                folder.getFileName().toString(),
                logs,
                Stream.concat(prefix.stream(), mounter.stream()).toList());
        MounterShare share = new MounterShare(daemon, folder);
        try {
            Await.until("listening of the mounter", SOON, List.of(daemon), () -> Files.exists(socket(home)));
            return share;
        } catch (IOException | InterruptedException e) {
            share.close();
            throw e;
        }
    }

    /// @param home of the driver
    static List<String> driverFlags(Path home) {
        return List.of("--config=" + config(home), "--mounter-endpoint=unix://" + socket(home));
    }

    private static Path folder(Path home) {
        return home.resolveSibling(home.getFileName() + "-mounter");
    }

    private static Path config(Path home) {
        return folder(home).resolve("pools.json");
    }

    private static Path socket(Path home) {
        return folder(home).resolve("mounter.sock");
    }

    /// After the driver has ended. The mounter then unmounts the share, which ends the daemon.
    @Override
    public void close() throws IOException {
        mounter.close(SOON);
        List<Path> left = MountPoints.beneath(folder);
        UninterruptedCleanup.run(() -> MountPoints.removeBeneath(folder));
        if (!left.isEmpty()) {
            throw new IOException("the mounter did not unmount " + left);
        }
    }
}
