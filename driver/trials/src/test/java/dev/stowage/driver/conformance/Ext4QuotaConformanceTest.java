package dev.stowage.driver.conformance;

import dev.stowage.driver.process.ScratchDirectory;
import dev.stowage.driver.quota.QuotaDisk;
import dev.stowage.testkit.DriverUnderTest;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;

/// Directories with project quota.
@Tag("lab")
@Tag("slow")
final class Ext4QuotaConformanceTest extends LocalConformance {

    @Override
    List<String> flags(ScratchDirectory there) throws IOException {
        return List.of(
                "--backend=directory", "--pool=" + QuotaDisk.EXT4.mount(there).resolve("pool"));
    }

    @Override
    DriverUnderTest tell(DriverUnderTest all) {
        return all.brief();
    }
}
