package dev.stowage.driver.conformance;

import dev.stowage.driver.process.ScratchDirectory;
import dev.stowage.testkit.DriverUnderTest;
import java.io.IOException;
import java.util.List;

/// Images that are attached before they are staged, controller and node in one process.
final class AttachedImageConformanceTest extends LocalConformance {

    @Override
    List<String> flags(ScratchDirectory there) {
        return List.of("--backend=image", "--pool-size=8Gi", "--attach");
    }

    @Override
    DriverUnderTest tell(DriverUnderTest all) throws IOException {
        return growing(all);
    }
}
