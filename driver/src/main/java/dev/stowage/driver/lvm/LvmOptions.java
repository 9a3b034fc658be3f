package dev.stowage.driver.lvm;

import dev.stowage.driver.device.CheckpointListener;
import java.time.Duration;

/// @param longestWait how long a call waits for work in the background, well below its deadline
/// @param checkpoints notified of every step between two of which a process may die
public record LvmOptions(Duration longestWait, CheckpointListener checkpoints) {

    public static LvmOptions usual() {
        return new LvmOptions(Duration.ofSeconds(20), CheckpointListener.KILLABLE);
    }
}
