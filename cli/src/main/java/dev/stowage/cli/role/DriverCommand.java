package dev.stowage.cli.role;

import dev.stowage.cli.Command;
import dev.stowage.driver.LocalProgram;
import java.io.IOException;
import java.util.List;

/// `./stowage driver`.
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
        return LocalProgram.run(args);
    }
}
