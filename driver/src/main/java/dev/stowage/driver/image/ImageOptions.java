package dev.stowage.driver.image;

import java.time.Duration;

/// @param node the name of this node, written beside an image while its device is here
/// @param detachWait how long a device may take to go away
/// @param checkpoints notified of every step between two of which a process may die
public record ImageOptions(String node, Duration detachWait, CheckpointListener checkpoints) {

    public static ImageOptions of(String node) {
        return new ImageOptions(node, Duration.ofSeconds(10), CheckpointListener.KILLABLE);
    }

    ImageOptions detachWait(Duration wait) {
        return new ImageOptions(node, wait, checkpoints);
    }

    ImageOptions checkpoints(CheckpointListener checkpoints) {
        return new ImageOptions(node, detachWait, checkpoints);
    }
}
