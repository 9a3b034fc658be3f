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

/// `./stowage driver`. It can make itself known to the kubelet, tell whether it lives, and
/// play the sidecar roles: one process a node.
public final class DriverCommand implements Command {

    @Override
    public String name() {
        return "driver";
    }

    @Override
    public String summary() {
        return "Serve the local driver: volumes as images, subvolumes or directories.";
    }

    @Override
    public int run(List<String> args) throws IOException {
        return LocalProgram.run(args, around());
    }

    /// Roles are the nearer ring: when all ends, the kubelet hears it before they end, and they before the driver.
    private static UnaryOperator<DriverProgram> around() throws IOException {
        Environment environment = SidecarCommand.environment();
        return driver -> new RegisteredDriverProgram(new SidecarDriverProgram(driver, environment));
    }

    /// The same as a part of a process that somebody else ends.
    public static RunningDriver open(List<String> args, Consumer<String> failed) throws IOException {
        return LocalProgram.open(args, around(), failed);
    }
}
