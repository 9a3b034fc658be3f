package dev.stowage.bench.driver;

import dev.stowage.bench.driver.DriverSubject.VolumeKind;
import dev.stowage.bench.harness.Benchmark;
import dev.stowage.bench.harness.BenchmarkContext;
import dev.stowage.bench.harness.LatencySamples;
import dev.stowage.bench.harness.ResultRow;
import dev.stowage.bench.harness.ResultRow.Figure;
import dev.stowage.csi.v1.Volume;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/// Full lifecycles of volumes: create, stage, publish, unpublish, unstage, delete. Then copies of a large volume,
/// and the memory of an idle driver.
public final class DriverBenchmark implements Benchmark {

    private static final int FEW = 10;
    private static final int MANY = 5000;
    private static final int MIB = 1 << 20;
    private static final long BIG_MEBIBYTES = 10 * 1024;
    private static final int WRITTEN_MEBIBYTES = 1024;
    private static final Duration WARM_UP = Duration.ofSeconds(3);
    private static final Duration LENGTH = Duration.ofSeconds(8);

    @Override
    public String name() {
        return "driver";
    }

    @Override
    public String summary() {
        return "volume lifecycles on every backend with " + FEW + " and " + MANY
                + " volumes present, copies of a big one, idle memory, beside csi-driver-host-path";
    }

    @Override
    public List<ResultRow> run(BenchmarkContext context) throws Exception {
        if (!"root".equals(System.getProperty("user.name"))) {
            throw new IOException("drivers need root to mount; run this benchmark as root");
        }
        List<ResultRow> rows = new ArrayList<>();
        for (DriverSubject driverSubject : DriverSubject.ours(context.home().resolve("stowage"))) {
            rows.addAll(measure(driverSubject, context));
        }
        Optional<Path> peer =
                context.peers().map(folder -> folder.resolve("hostpathplugin")).filter(Files::isExecutable);
        if (peer.isPresent()) {
            rows.addAll(measure(DriverSubject.hostPath(peer.get()), context));
        } else {
            rows.add(new ResultRow("skipped, --peer-bin has no hostpathplugin: csi-driver-host-path", List.of()));
        }
        return rows;
    }

    private static List<ResultRow> measure(DriverSubject driverSubject, BenchmarkContext context) throws Exception {
        List<ResultRow> rows = new ArrayList<>();
        try (ServedDriver servedDriver = ServedDriver.start(driverSubject)) {
            DriverClient driverClient = new DriverClient(servedDriver);
            TimeUnit.SECONDS.sleep(2);
            double idle = servedDriver.resident();
            VolumeLifecycles.fill(driverClient, 0, FEW);
            rows.addAll(lives(driverSubject, driverClient, FEW, context));
            context.report("driver: " + driverSubject.name() + ": creating " + MANY + " volumes");
            long from = System.nanoTime();
            VolumeLifecycles.fill(driverClient, FEW, MANY);
            double perSecond = (MANY - FEW) / ((System.nanoTime() - from) / 1e9);
            rows.addAll(lives(driverSubject, driverClient, MANY, context));
            if (driverSubject.instantCopies()) {
                for (VolumeKind volumeKind : driverSubject.kinds()) {
                    rows.add(copies(driverSubject, volumeKind, driverClient, context));
                }
            }
            rows.add(new ResultRow(
                    driverSubject.name() + ", the process",
                    List.of(
                            new Figure("creates/s", perSecond),
                            new Figure("idle MB", idle),
                            new Figure("MB with " + MANY, servedDriver.resident()))));
        }
        return rows;
    }

    private static List<ResultRow> lives(
            DriverSubject driverSubject, DriverClient driverClient, int present, BenchmarkContext context)
            throws Exception {
        List<ResultRow> rows = new ArrayList<>();
        for (VolumeKind volumeKind : driverSubject.kinds()) {
            VolumeLifecycles.of(driverClient, volumeKind, 4, WARM_UP);
            for (int callers : List.of(1, 16)) {
                String title = "%s%s, %d present, %d at a time"
                        .formatted(driverSubject.name(), volumeKind.name(), present, callers);
                context.report("driver: " + title);
                long from = System.nanoTime();
                LatencySamples latencySamples = VolumeLifecycles.of(driverClient, volumeKind, callers, LENGTH);
                double seconds = (System.nanoTime() - from) / 1e9;
                rows.add(new ResultRow(
                        title,
                        List.of(
                                new Figure("lives", latencySamples.count()),
                                new Figure("p50 ms", latencySamples.millis(0.5)),
                                new Figure("p99 ms", latencySamples.millis(0.99)),
                                new Figure("lives/s", latencySamples.count() / seconds))));
            }
        }
        return rows;
    }

    private static ResultRow copies(
            DriverSubject driverSubject, VolumeKind volumeKind, DriverClient driverClient, BenchmarkContext context)
            throws Exception {
        String title = driverSubject.name() + volumeKind.name() + ", 10 GiB with 1 GiB written";
        context.report("driver: " + title);
        Volume big = driverClient.create("big" + volumeKind.fsType(), volumeKind.fsType(), BIG_MEBIBYTES);
        write(driverClient
                .publish(big, volumeKind.fsType(), "big" + volumeKind.fsType())
                .resolve("data"));
        LatencySamples snapshots = new LatencySamples();
        LatencySamples clones = new LatencySamples();
        for (int i = 0; i < 5; i++) {
            long from = System.nanoTime();
            driverClient.snapshot("cut-" + volumeKind.fsType() + i, big);
            long between = System.nanoTime();
            snapshots.add(between - from);
            driverClient.copy("copy-" + volumeKind.fsType() + i, volumeKind.fsType(), BIG_MEBIBYTES, big);
            clones.add(System.nanoTime() - between);
        }
        driverClient.unpublish(big, "big" + volumeKind.fsType());
        return new ResultRow(
                title,
                List.of(new Figure("snapshot ms", snapshots.millis(0.5)), new Figure("clone ms", clones.millis(0.5))));
    }

    private static void write(Path file) throws IOException {
        byte[] block = new byte[MIB];
        new Random(1).nextBytes(block);
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            for (int i = 0; i < WRITTEN_MEBIBYTES; i++) {
                ByteBuffer rest = ByteBuffer.wrap(block);
                while (rest.hasRemaining()) {
                    out.write(rest);
                }
            }
            out.force(true);
        }
    }
}
