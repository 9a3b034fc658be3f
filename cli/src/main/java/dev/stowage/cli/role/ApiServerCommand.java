package dev.stowage.cli.role;

import dev.stowage.apiserver.ApiServerProgram;
import dev.stowage.cli.Command;
import java.io.IOException;
import java.util.List;

/// `./stowage apiserver`.
public final class ApiServerCommand implements Command {

    @Override
    public String name() {
        return "apiserver";
    }

    @Override
    public String summary() {
        return "Serve the Kubernetes API from a folder: for kubectl and controllers, without a cluster.";
    }

    @Override
    public int run(List<String> args) throws IOException, InterruptedException {
        return ApiServerProgram.run(args);
    }
}
