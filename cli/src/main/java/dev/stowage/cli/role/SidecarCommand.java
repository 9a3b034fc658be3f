package dev.stowage.cli.role;

import dev.stowage.cli.Command;
import dev.stowage.cli.LogConfiguration;
import dev.stowage.cli.Version;
import dev.stowage.kube.manager.Environment;
import dev.stowage.sidecar.program.SidecarProgram;
import java.io.IOException;
import java.util.List;

/// `./stowage sidecar`.
public final class SidecarCommand implements Command {

    @Override
    public String name() {
        return "sidecar";
    }

    @Override
    public String summary() {
        return "Work for a CSI driver in place of its sidecar containers, all in one process.";
    }

    @Override
    public int run(List<String> args) throws IOException, InterruptedException {
        return SidecarProgram.run(args, environment());
    }

    static Environment environment() throws IOException {
        return Environment.ofProcess(Version.current().number(), LogConfiguration::setVerbosity);
    }
}
