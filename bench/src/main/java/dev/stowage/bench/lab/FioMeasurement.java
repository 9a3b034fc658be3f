package dev.stowage.bench.lab;

import dev.stowage.bench.driver.DriverClient;
import dev.stowage.bench.driver.DriverSubject.VolumeKind;
import dev.stowage.csi.v1.Volume;
import dev.stowage.interop.process.ProcessRunner;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// fio on a file of a published volume of each pool, and on the raw device. All volumes exist during all rounds.
final class FioMeasurement {

    private static final int VOLUME_MEBIBYTES = FioJob.MEBIBYTES + 64;
    private static final Duration DEADLINE = Duration.ofMinutes(5);

    private final DriverClient driverClient;
    private final LabPools pools;
    private final LabSizes sizes;
    private final Map<LabSubject, Volume> volumes = new EnumMap<>(LabSubject.class);
    private final Map<LabSubject, Path> files = new EnumMap<>(LabSubject.class);

    FioMeasurement(DriverClient driverClient, LabPools pools, LabSizes sizes) {
        this.driverClient = driverClient;
        this.pools = pools;
        this.sizes = sizes;
    }

    List<Sample> run() throws IOException, InterruptedException {
        for (LabSubject labSubject : LabSubject.values()) {
            Path file = labSubject == LabSubject.RAW ? pools.raw().device() : publish(labSubject);
            files.put(labSubject, file);
            fio(FioJob.filling(file));
        }
        List<Sample> samples = new ArrayList<>();
        for (int round = 0; round < sizes.fioRounds(); round++) {
            for (FioJob fioJob : FioJob.values()) {
                for (LabSubject labSubject : inOrder(round)) {
                    samples.add(measure(fioJob, labSubject));
                }
            }
        }
        for (Map.Entry<LabSubject, Volume> entry : volumes.entrySet()) {
            driverClient.unpublish(entry.getValue(), entry.getKey().id());
            driverClient.delete(entry.getValue());
        }
        return samples;
    }

    /// Every other round in reverse, so that no subject always runs after the same one.
    private static List<LabSubject> inOrder(int round) {
        List<LabSubject> all = List.of(LabSubject.values());
        return round % 2 == 0 ? all : all.reversed();
    }

    private Path publish(LabSubject labSubject) throws IOException {
        VolumeKind volumeKind = labSubject.volume(VOLUME_MEBIBYTES);
        Volume volume = driverClient.create("fio-" + labSubject.id(), volumeKind);
        volumes.put(labSubject, volume);
        return driverClient
                .publish(volume, volumeKind.fsType(), labSubject.id())
                .resolve("fio");
    }

    private Sample measure(FioJob fioJob, LabSubject labSubject) throws IOException, InterruptedException {
        Path file = files.get(labSubject);
        if (file == null) {
            throw new IllegalStateException("there is no file of " + labSubject);
        }
        FioResult result = fio(fioJob.argv(file, sizes.fioLength()));
        return Sample.taken(fioJob.title(), labSubject.title(), LabRows.MEDIAN, fioJob.value(result));
    }

    private static FioResult fio(List<String> argv) throws IOException, InterruptedException {
        return FioResult.parse(ProcessRunner.run(DEADLINE, argv).orThrow());
    }
}
