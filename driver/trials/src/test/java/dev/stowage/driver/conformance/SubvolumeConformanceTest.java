package dev.stowage.driver.conformance;

import dev.stowage.driver.process.ScratchDirectory;
import java.util.List;

/// Subvolumes of btrfs, in a pool in a file.
final class SubvolumeConformanceTest extends LocalConformance {

    @Override
    List<String> flags(ScratchDirectory there) {
        return List.of("--backend=btrfs", "--pool-size=8Gi");
    }
}
