package dev.stowage.driver.conformance;

import dev.stowage.driver.process.ScratchDirectory;
import java.util.List;

/// Plain directories.
final class DirectoryConformanceTest extends LocalConformance {

    @Override
    List<String> flags(ScratchDirectory there) {
        return List.of("--backend=directory");
    }
}
