package dev.stowage.bench.lab;

import dev.stowage.bench.driver.DriverClient;
import dev.stowage.bench.driver.DriverSubject.VolumeKind;
import dev.stowage.bench.driver.VolumeLifecycles;
import dev.stowage.bench.harness.LatencySamples;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Lives of volumes: create, stage, publish, write, unpublish, unstage, delete.
final class LifecycleMeasurement {

    private static final List<LabSubject> SUBJECTS =
            List.of(LabSubject.LVM_THICK, LabSubject.LVM_THIN, LabSubject.IMAGE);

    private static final List<Integer> CALLERS = List.of(1, 4);
    private static final int VOLUME_MEBIBYTES = 16;
    private static final int WRITTEN_BYTES = 1 << 20;

    private final DriverClient driverClient;
    private final LabSizes sizes;

    LifecycleMeasurement(DriverClient driverClient, LabSizes sizes) {
        this.driverClient = driverClient;
        this.sizes = sizes;
    }

    List<Sample> run() throws Exception {
        for (LabSubject labSubject : SUBJECTS) {
            lives(labSubject, 1, sizes.lifeLength());
        }
        List<Sample> samples = new ArrayList<>();
        for (int round = 0; round < sizes.lifeRounds(); round++) {
            for (int callers : CALLERS) {
                for (LabSubject labSubject : round % 2 == 0 ? SUBJECTS : SUBJECTS.reversed()) {
                    samples.addAll(measure(labSubject, callers));
                }
            }
        }
        return samples;
    }

    private List<Sample> measure(LabSubject labSubject, int callers) throws Exception {
        String title = "lives/s, " + callers + " at a time";
        long from = System.nanoTime();
        LatencySamples latencySamples = lives(labSubject, callers, sizes.lifeLength());
        double seconds = (System.nanoTime() - from) / 1e9;
        return List.of(
                Sample.taken(title, labSubject.title(), LabRows.MEDIAN, latencySamples.count() / seconds),
                Sample.taken(title, labSubject.title(), "p50 ms", latencySamples.millis(0.5)));
    }

    private LatencySamples lives(LabSubject labSubject, int callers, Duration length) throws Exception {
        VolumeKind volumeKind = labSubject.volume(VOLUME_MEBIBYTES);
        return VolumeLifecycles.of(driverClient, volumeKind, callers, length, LifecycleMeasurement::write);
    }

    private static void write(Path target) throws IOException {
        try (FileChannel file =
                FileChannel.open(target.resolve("data"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            ByteBuffer rest = ByteBuffer.allocate(WRITTEN_BYTES);
            while (rest.hasRemaining()) {
                file.write(rest);
            }
            file.force(true);
        }
    }
}
