package dev.stowage.testing;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/// A free port for a program that binds it later. Never from the ephemeral range (32768 and up), which the
/// kernel may assign to another process in the meantime.
public final class FreePort {

    private static final int FIRST = 12_000;
    private static final int COUNT = 20_000;
    private static final AtomicInteger next =
            new AtomicInteger(ThreadLocalRandom.current().nextInt(COUNT));

    private FreePort() {}

    public static int next() throws IOException {
        for (int tries = 0; tries < COUNT; tries++) {
            int port = FIRST + Math.floorMod(next.getAndIncrement(), COUNT);
            try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.ofLiteral("0.0.0.0"))) {
                return port;
            } catch (BindException _) {
                // In use.
            }
        }
        throw new IOException("no port from %d to %d is free".formatted(FIRST, FIRST + COUNT - 1));
    }
}
