package dev.stowage.driver.image;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.device.CheckpointListener;
import dev.stowage.driver.device.CheckpointListener.Checkpoint;
import dev.stowage.linux.Descriptor;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import java.io.IOException;

/// Makes images bigger, while they are in use.
final class ImageExpander {

    private final CheckpointListener checkpoints;

    ImageExpander(CheckpointListener checkpoints) {
        this.checkpoints = checkpoints;
    }

    boolean expand(PoolDirectory pool, VolumeMeta volume, Bytes size) throws CsiException, IOException {
        if (!volume.size().isLessThan(size)) {
            return true;
        }
        try (Descriptor image = ImageFile.of(pool, volume.id()).openForWriting()) {
            ImageFile.extend(image, ImageFile.length(size), volume.thin());
        }
        checkpoints.reached(Checkpoint.IMAGE_GROWN);
        pool.write(pool.find(volume.id()).orElse(volume).size(size));
        checkpoints.reached(Checkpoint.GROWTH_RECORDED);
        return true;
    }
}
