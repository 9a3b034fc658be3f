package dev.stowage.bench.lab;

import dev.stowage.bench.lab.FioResult.Direction;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// One measurement of fio: direct I/O, one operation at a time, because the guest has one processor. Each job writes
/// what
/// the next one reads.
enum FioJob {
    SEQUENTIAL_WRITE("1 MiB sequential write, MB/s", "write", "1m", Direction.WRITE),
    SEQUENTIAL_READ("1 MiB sequential read, MB/s", "read", "1m", Direction.READ),
    RANDOM_READ("4k random read, IOPS", "randread", "4k", Direction.READ),
    RANDOM_WRITE("4k random write, IOPS", "randwrite", "4k", Direction.WRITE);

    static final int MEBIBYTES = 256;

    private static final String[] ALWAYS = {
        "--output-format=json",
        "--eta=never",
        "--thread",
        "--ioengine=psync",
        "--direct=1",
        "--gtod_reduce=1",
        "--size=" + MEBIBYTES + "m"
    };

    private final String title;
    private final String pattern;
    private final String block;
    private final Direction direction;

    FioJob(String title, String pattern, String block, Direction direction) {
        this.title = title;
        this.pattern = pattern;
        this.block = block;
        this.direction = direction;
    }

    String title() {
        return title;
    }

    /// Writes the whole file once, so that no job meets a block that was never written.
    static List<String> filling(Path file) {
        return argv("write", "1m", file, "--end_fsync=1");
    }

    List<String> argv(Path file, Duration length) {
        return argv(pattern, block, file, "--time_based", "--runtime=" + length.toMillis() + "ms");
    }

    private static List<String> argv(String pattern, String block, Path file, String... more) {
        List<String> argv = new ArrayList<>(List.of("fio", "--name=" + pattern));
        argv.addAll(List.of(ALWAYS));
        argv.addAll(List.of("--rw=" + pattern, "--bs=" + block, "--filename=" + file));
        argv.addAll(List.of(more));
        return List.copyOf(argv);
    }

    /// In the unit of the title.
    double value(FioResult result) {
        return switch (this) {
            case RANDOM_READ, RANDOM_WRITE -> result.iops(direction);
            case SEQUENTIAL_READ, SEQUENTIAL_WRITE -> result.bytesPerSecond(direction) / 1e6;
        };
    }
}
