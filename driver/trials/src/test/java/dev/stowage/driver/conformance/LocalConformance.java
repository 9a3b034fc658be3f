package dev.stowage.driver.conformance;

import dev.stowage.driver.process.LocalDriverProcess;
import dev.stowage.driver.process.ProcessCapabilities;
import dev.stowage.driver.process.ScratchDirectory;
import dev.stowage.testkit.CsiConformance;
import dev.stowage.testkit.DriverUnderTest;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/// The local driver in its own process, killed with SIGKILL at every restart of the suite.
abstract class LocalConformance extends CsiConformance {

    private static final long MIB = 1 << 20;

    private @Nullable ScratchDirectory scratch;
    private @Nullable LocalDriverProcess driver;

    /// The flags of this variant.
    abstract List<String> flags(ScratchDirectory there) throws IOException;

    /// Settings of the suite in addition to those of all variants.
    DriverUnderTest tell(DriverUnderTest all) throws IOException {
        return all;
    }

    static DriverUnderTest sizes(DriverUnderTest told, int mebibytes, int expanded) {
        return told.sizes(mebibytes * MIB, expanded * MIB);
    }

    /// For variants with ext4.
    static DriverUnderTest growing(DriverUnderTest told) throws IOException {
        return ProcessCapabilities.mayGrowMountedExt4()
                ? told
                : told.growsOnlyUnmounted("this process lacks CAP_SYS_RESOURCE, without which no mounted ext4 grows");
    }

    /// Removes what [#flags] created.
    void release() throws IOException {}

    @Override
    protected final DriverUnderTest driver() throws Exception {
        ScratchDirectory made = ScratchDirectory.make();
        scratch = made;
        LocalDriverProcess started = LocalDriverProcess.start(made.path(), flags(made));
        driver = started;
        return tell(sizes(DriverUnderTest.at(started.socket()), 32, 64)
                .directory(made.directory("work"))
                .mutableParameters(Map.of("label.owner", "alice"))
                .local()
                .restart(started::restart));
    }

    @AfterEach
    final void cleanUp() throws Exception {
        if (driver != null) {
            driver.close();
        }
        if (scratch != null) {
            scratch.unmount();
        }
        release();
        if (scratch != null) {
            scratch.close();
        }
    }
}
