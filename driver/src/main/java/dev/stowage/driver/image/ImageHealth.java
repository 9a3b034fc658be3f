package dev.stowage.driver.image;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.device.VolumeHealth;
import dev.stowage.linux.Stat;
import dev.stowage.linux.file.FileSystems;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.HealthProblem;
import dev.stowage.sdk.HealthProblem.Kind;
import dev.stowage.sdk.Usage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// How full volumes are, and what is wrong with them.
final class ImageHealth {

    /// Below that a pool counts as full: file systems need space to change anything.
    private static final long FULL_BELOW = 4L << 20;

    private final VolumeHealth volumeHealth;

    ImageHealth(Mounts mounts, LoopAttachments attachments) {
        this.volumeHealth = new VolumeHealth(mounts, attachments);
    }

    Usage usage(PoolDirectory pool, VolumeMeta volume, Path path) throws CsiException, IOException {
        return volumeHealth.usage(pool, volume, path);
    }

    List<HealthProblem> health(
            PoolDirectory pool, VolumeMeta volume, Optional<Path> publishedAt, Optional<Path> stagedAt)
            throws CsiException, IOException {
        List<HealthProblem> problems = new ArrayList<>();
        image(pool, volume, problems);
        volumeHealth.check(pool, volume, publishedAt, stagedAt, problems);
        if (FileSystems.free(pool.root()) < FULL_BELOW) {
            VolumeHealth.add(
                    problems,
                    Kind.DEGRADED,
                    "PoolFull",
                    "The pool at %s is full; free some space.".formatted(pool.root()));
        }
        return problems;
    }

    private static void image(PoolDirectory pool, VolumeMeta volume, List<HealthProblem> problems) throws IOException {
        ImageFile image = ImageFile.of(pool, volume.id());
        Optional<Stat> found = image.find();
        if (found.isEmpty()) {
            VolumeHealth.add(
                    problems,
                    Kind.DATA_LOSS,
                    "ImageMissing",
                    "The image %s is missing; restore it. While the volume is attached, its device still has the data."
                            .formatted(image.path()));
        } else if (found.get().size() < volume.size().count()) {
            VolumeHealth.add(
                    problems,
                    Kind.DATA_LOSS,
                    "ImageCutOff",
                    "The image %s has %s of %s."
                            .formatted(image.path(), Bytes.of(found.get().size()), volume.size()));
        }
    }
}
