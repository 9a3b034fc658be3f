package dev.stowage.cli.role;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicInteger;

/// Ports for processes that have to be told theirs. Never one of those that the kernel gives to whoever does not care:
/// on a busy machine somebody else would have it before the process has started.
final class Ports {
    private static final int FIRST = 12_000;
    private static final int COUNT = 20_000;
    private static final AtomicInteger next =
            new AtomicInteger((int) (ProcessHandle.current().pid() * 97 % COUNT));

    private Ports() {}

    static int free() throws IOException {
        for (int tries = 0; tries < COUNT; tries++) {
            int port = FIRST + next.getAndIncrement() % COUNT;
            try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.ofLiteral("0.0.0.0"))) {
                return port;
            } catch (BindException _) {
                // Somebody is there.
            }
        }
        throw new IOException("all ports are taken");
    }
}
