package dev.stowage.driver.image;

import dev.stowage.driver.device.CheckpointListener;
import java.time.Duration;

/// @param node the name of this node, written beside an image while its device is here
/// @param detachWait how long a device may take to go away
/// @param checkpoints notified of every step between two of which a process may die
/// @param growthWait how long a call waits for the growth of an unmounted file system
public record ImageOptions(String node, Duration detachWait, CheckpointListener checkpoints, Duration growthWait) {

    /// Well below the deadline of a call, so that the caller learns the progress.
    private static final Duration GROWTH_WAIT = Duration.ofSeconds(20);

    public ImageOptions(String node, Duration detachWait, CheckpointListener checkpoints) {
        this(node, detachWait, checkpoints, GROWTH_WAIT);
    }

    public static ImageOptions of(String node) {
        return new ImageOptions(node, Duration.ofSeconds(10), CheckpointListener.KILLABLE);
    }

    ImageOptions detachWait(Duration wait) {
        return new ImageOptions(node, wait, checkpoints, growthWait);
    }

    ImageOptions checkpoints(CheckpointListener checkpoints) {
        return new ImageOptions(node, detachWait, checkpoints, growthWait);
    }

    ImageOptions growthWait(Duration wait) {
        return new ImageOptions(node, detachWait, checkpoints, wait);
    }
}
