package dev.stowage.driver.conformance;

import dev.stowage.driver.process.ScratchDirectory;
import dev.stowage.testkit.DriverUnderTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Images that are attached before they are staged, with pools in two zones. The node is in the second one, so a volume
/// whose topology is ignored cannot be used.
final class ZonedImageConformanceTest extends LocalConformance {

    @Override
    List<String> flags(ScratchDirectory there) throws IOException {
        Path config = Files.writeString(there.path().resolve("pools.json"), """
                {"pools": [
                  {"name": "a", "backend": "image", "directory": "%1$s/a", "size": "4Gi",
                   "topology": {"topology.kubernetes.io/zone": "zone-a"}},
                  {"name": "b", "backend": "image", "directory": "%1$s/b", "size": "8Gi",
                   "topology": {"topology.kubernetes.io/zone": "zone-b"}}
                ]}""".formatted(there.path()));
        return List.of("--attach", "--config=" + config, "--topology=topology.kubernetes.io/zone=zone-b");
    }

    @Override
    DriverUnderTest tell(DriverUnderTest all) throws IOException {
        return growing(all);
    }
}
