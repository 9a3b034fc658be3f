package dev.stowage.examples.hello;

import dev.stowage.cli.Command;
import dev.stowage.sdk.server.CsiServer;
import java.io.IOException;
import java.util.List;

/// `./stowage hello-driver`.
public final class HelloCommand implements Command {

    @Override
    public String name() {
        return "hello-driver";
    }

    @Override
    public String summary() {
        return "Run the example driver: a directory per volume, bind-mounted.";
    }

    @Override
    public int run(List<String> args) throws IOException {
        return CsiServer.serve(HelloDriver.NAME, HelloDriver::new, args);
    }
}
