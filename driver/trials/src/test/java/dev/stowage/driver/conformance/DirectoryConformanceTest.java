package dev.stowage.driver.conformance;

import dev.stowage.driver.running.Scratch;
import java.util.List;

/// Plain directories.
final class DirectoryConformanceTest extends LocalConformance {

    @Override
    List<String> flags(Scratch there) {
        return List.of("--backend=directory");
    }
}
