package dev.stowage.bench.driver;

import dev.stowage.bench.Around;
import dev.stowage.bench.Benchmark;
import dev.stowage.bench.Row;
import dev.stowage.bench.Row.Figure;
import dev.stowage.bench.Samples;
import dev.stowage.bench.driver.Subject.Kind;
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

/// Whole lives of volumes: create, stage, publish, unpublish, unstage, delete. Then copies of something big, and the
/// memory of a driver that has nothing to do.
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
        return "whole lives of volumes on every backend with " + FEW + " and " + MANY
                + " volumes present, copies of a big one, idle memory, beside csi-driver-host-path";
    }

    @Override
    public List<Row> run(Around around) throws Exception {
        if (!"root".equals(System.getProperty("user.name"))) {
            throw new IOException("drivers need root to mount; run this benchmark as root");
        }
        List<Row> rows = new ArrayList<>();
        for (Subject subject : Subject.ours(around.home().resolve("stowage"))) {
            rows.addAll(measure(subject, around));
        }
        Optional<Path> peer =
                around.peers().map(folder -> folder.resolve("hostpathplugin")).filter(Files::isExecutable);
        if (peer.isPresent()) {
            rows.addAll(measure(Subject.hostPath(peer.get()), around));
        } else {
            rows.add(new Row("skipped, --peer-bin has no hostpathplugin: csi-driver-host-path", List.of()));
        }
        return rows;
    }

    private static List<Row> measure(Subject subject, Around around) throws Exception {
        List<Row> rows = new ArrayList<>();
        try (Served served = Served.start(subject)) {
            Calls calls = new Calls(served);
            TimeUnit.SECONDS.sleep(2);
            double idle = served.resident();
            Lives.fill(calls, 0, FEW);
            rows.addAll(lives(subject, calls, FEW, around));
            around.say("driver: " + subject.name() + ": making " + MANY + " volumes");
            long from = System.nanoTime();
            Lives.fill(calls, FEW, MANY);
            double perSecond = (MANY - FEW) / ((System.nanoTime() - from) / 1e9);
            rows.addAll(lives(subject, calls, MANY, around));
            if (subject.instantCopies()) {
                for (Kind kind : subject.kinds()) {
                    rows.add(copies(subject, kind, calls, around));
                }
            }
            rows.add(new Row(
                    subject.name() + ", the process",
                    List.of(
                            new Figure("creates/s", perSecond),
                            new Figure("idle MB", idle),
                            new Figure("MB with " + MANY, served.resident()))));
        }
        return rows;
    }

    private static List<Row> lives(Subject subject, Calls calls, int present, Around around) throws Exception {
        List<Row> rows = new ArrayList<>();
        for (Kind kind : subject.kinds()) {
            Lives.of(calls, kind, 4, WARM_UP);
            for (int callers : List.of(1, 16)) {
                String title =
                        "%s%s, %d present, %d at a time".formatted(subject.name(), kind.name(), present, callers);
                around.say("driver: " + title);
                long from = System.nanoTime();
                Samples samples = Lives.of(calls, kind, callers, LENGTH);
                double seconds = (System.nanoTime() - from) / 1e9;
                rows.add(new Row(
                        title,
                        List.of(
                                new Figure("lives", samples.count()),
                                new Figure("p50 ms", samples.millis(0.5)),
                                new Figure("p99 ms", samples.millis(0.99)),
                                new Figure("lives/s", samples.count() / seconds))));
            }
        }
        return rows;
    }

    private static Row copies(Subject subject, Kind kind, Calls calls, Around around) throws Exception {
        String title = subject.name() + kind.name() + ", 10 GiB with 1 GiB written";
        around.say("driver: " + title);
        Volume big = calls.create("big" + kind.fsType(), kind.fsType(), BIG_MEBIBYTES);
        write(calls.use(big, kind.fsType(), "big" + kind.fsType()).resolve("data"));
        Samples snapshots = new Samples();
        Samples clones = new Samples();
        for (int i = 0; i < 5; i++) {
            long from = System.nanoTime();
            calls.snapshot("cut-" + kind.fsType() + i, big);
            long between = System.nanoTime();
            snapshots.add(between - from);
            calls.copy("copy-" + kind.fsType() + i, kind.fsType(), BIG_MEBIBYTES, big);
            clones.add(System.nanoTime() - between);
        }
        calls.leave(big, "big" + kind.fsType());
        return new Row(
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
