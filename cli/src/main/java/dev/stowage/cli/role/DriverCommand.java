package dev.stowage.cli.role;

import dev.stowage.cli.Command;
import dev.stowage.driver.LocalProgram;
import dev.stowage.kube.manager.Environment;
import dev.stowage.sdk.server.DriverProgram;
import dev.stowage.sdk.server.RunningDriver;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// `./stowage driver`. It can also register with the kubelet, serve its liveness and run the sidecar roles, so
/// that one process per node is enough.
public final class DriverCommand implements Command {

    @Override
    public String name() {
        return "driver";
    }

    @Override
    public String summary() {
        return "Run the local CSI driver: volumes as image files, btrfs subvolumes or directories.";
    }

    @Override
    public int run(List<String> args) throws IOException {
        return LocalProgram.run(args, decorators());
    }

    /// Order matters at shutdown: the driver leaves the kubelet first, then its roles stop, then the driver.
    private static UnaryOperator<DriverProgram> decorators() throws IOException {
        Environment environment = RoleEnvironment.ofProcess();
        return driver -> new RegisteredDriverProgram(new SidecarDriverProgram(driver, environment));
    }

    /// The same inside a process that the caller ends.
    public static RunningDriver open(List<String> args, Consumer<String> failed) throws IOException {
        return LocalProgram.open(args, decorators(), failed);
    }
}
