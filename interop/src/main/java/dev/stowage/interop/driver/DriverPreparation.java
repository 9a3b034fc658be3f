package dev.stowage.interop.driver;

import dev.stowage.interop.suite.SuiteWorkspace;
import java.io.IOException;
import java.nio.file.Path;

/// What a driver needs before it starts, for example a file system or a volume group. The workspace removes it.
@FunctionalInterface
public interface DriverPreparation {

    DriverPreparation NONE = (workspace, home) -> {};

    /// A shared file system, mounted at `share` beside the data of the driver.
    DriverPreparation SHARE = (workspace, home) -> workspace.own(SharedDirectory.mount(home, workspace.logs()));

    void prepare(SuiteWorkspace workspace, Path home) throws IOException, InterruptedException;
}
