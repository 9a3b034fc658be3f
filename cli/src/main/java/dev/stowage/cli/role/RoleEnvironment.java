package dev.stowage.cli.role;

import dev.stowage.cli.LogConfiguration;
import dev.stowage.cli.Version;
import dev.stowage.kube.manager.Environment;
import java.io.IOException;

/// The environment of a role that runs as this process.
public final class RoleEnvironment {

    private RoleEnvironment() {}

    public static Environment ofProcess() throws IOException {
        return Environment.ofProcess(Version.current().number(), LogConfiguration::setVerbosity);
    }
}
