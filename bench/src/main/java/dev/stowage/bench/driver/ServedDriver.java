package dev.stowage.bench.driver;

import dev.stowage.csi.ClientOptions;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.SocketClient;
import dev.stowage.linux.block.LoopDevice;
import dev.stowage.linux.block.LoopDevices;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// A driver as a separate process with its own directory. Closing removes all that it created.
public final class ServedDriver implements AutoCloseable {

    private static final Duration SOON = Duration.ofMinutes(3);
    private static final Duration GRACE = Duration.ofSeconds(10);
    private static final int TRIES = 100;

    private final Path home;
    private final Process process;
    private final SocketClient client;

    private ServedDriver(Path home, Process process, SocketClient client) {
        this.home = home;
        this.process = process;
        this.client = client;
    }

    public static ServedDriver start(DriverSubject driverSubject) throws IOException, InterruptedException {
        Path home = Files.createTempDirectory(Path.of("/tmp"), "stowage-bench-");
        Path socket = home.resolve("csi.sock");
        Files.createDirectory(home.resolve("data"));
        ProcessBuilder builder = new ProcessBuilder(driverSubject.commandLine().of(home, socket))
                .redirectErrorStream(true)
                .redirectOutput(home.resolve("log").toFile());
        builder.environment().put("STOWAGE_NO_BUILD", "1");
        Process process = builder.start();
        SocketClient client = SocketClient.connect(new CsiEndpoint(socket), ClientOptions.defaults());
        ServedDriver servedDriver = new ServedDriver(home, process, client);
        if (!client.awaitConnected(SOON)) {
            String log = Files.readString(home.resolve("log"));
            servedDriver.close();
            throw new IOException(driverSubject.name() + " does not listen; its log: " + log);
        }
        return servedDriver;
    }

    SocketClient client() {
        return client;
    }

    /// For staging and target paths.
    Path folder(String name) throws IOException {
        return Files.createDirectories(home.resolve("work").resolve(name));
    }

    /// Megabytes in memory now.
    double resident() throws IOException {
        try (var lines = Files.lines(Path.of("/proc", Long.toString(process.pid()), "status"))) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                    .mapToDouble(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024 / 1e6)
                    .findFirst()
                    .orElseThrow(() -> new IOException("the driver exited; see " + home.resolve("log")));
        }
    }

    @Override
    public void close() throws IOException {
        client.close();
        process.destroy();
        process.onExit()
                .completeOnTimeout(process, GRACE.toSeconds(), TimeUnit.SECONDS)
                .join();
        process.destroyForcibly().onExit().join();
        for (int i = 0; i < TRIES && !takeAway(); i++) {
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        }
        Directories.removeTree(Path.of("/tmp"), String.valueOf(home.getFileName()));
    }

    /// Devices first: a device in use is freed with its last mount, which frees the pool that holds its file.
    private boolean takeAway() throws IOException {
        List<LoopDevice> loops = LoopDevices.system().list().stream()
                .filter(loop -> loop.backingFile().startsWith(home + "/"))
                .toList();
        for (LoopDevice loop : loops) {
            LoopDevices.system().detach(loop);
        }
        List<MountPoint> mounts = Mounts.system().table().stream()
                .filter(mount -> mount.target().startsWith(home))
                .toList();
        for (MountPoint mount : mounts.reversed()) {
            Mounts.system().unmountLazily(mount.target());
        }
        return loops.isEmpty() && mounts.isEmpty();
    }
}
