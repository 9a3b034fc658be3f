package dev.stowage.testkit;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/// The suite on a correct driver, as a driver author would run it; with real mounts as root.
final class ReferenceConformanceTest extends CsiConformance {

    @TempDir
    private Path root;

    private @Nullable ReferenceDriver reference;

    @Override
    protected DriverUnderTest driver() throws Exception {
        ReferenceDriver started = new ReferenceDriver(root, RootUser.isRoot(), DriverFlaw.NONE);
        reference = started;
        return started.underTest();
    }

    @AfterEach
    void stop() {
        if (reference != null) {
            reference.close();
        }
    }
}
