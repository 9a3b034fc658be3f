package dev.stowage.interop.process;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/// A loopback port for a program that binds it later. The kernel assigns ephemeral ports from 32768 on, so one of
/// those could be taken by then; these are below, and each is returned once.
public final class FreePort {

    private static final int FIRST = 20_000;
    private static final int COUNT = 10_000;
    private static final AtomicInteger next =
            new AtomicInteger(ThreadLocalRandom.current().nextInt(COUNT));

    private FreePort() {}

    public static int next() throws IOException {
        for (int tries = 0; tries < COUNT; tries++) {
            int port = FIRST + Math.floorMod(next.getAndIncrement(), COUNT);
            try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return port;
            } catch (BindException _) {
                // In use by another program.
            }
        }
        throw new IOException("no port from %d to %d is free".formatted(FIRST, FIRST + COUNT - 1));
    }
}
