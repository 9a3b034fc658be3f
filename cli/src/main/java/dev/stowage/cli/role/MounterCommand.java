package dev.stowage.cli.role;

import dev.stowage.cli.Command;
import dev.stowage.driver.mounter.MounterProgram;
import java.io.IOException;
import java.util.List;

/// `./stowage mounter`.
public final class MounterCommand implements Command {

    @Override
    public String name() {
        return "mounter";
    }

    @Override
    public String summary() {
        return "Mount GlusterFS and FUSE shares for the local driver, and keep them mounted while it restarts.";
    }

    @Override
    public int run(List<String> args) throws IOException, InterruptedException {
        return MounterProgram.run(args);
    }
}
