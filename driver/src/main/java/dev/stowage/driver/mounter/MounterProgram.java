package dev.stowage.driver.mounter;

import dev.stowage.driver.mounter.protocol.MounterClient;
import dev.stowage.flags.UsageException;
import dev.stowage.linux.mount.Mounts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// `stowage mounter`: serves until SIGTERM, and then until its shares are unused, unless it is forced.
public final class MounterProgram {
    private static final Logger log = LoggerFactory.getLogger(MounterProgram.class);
    private static final long DRAIN_SECONDS = 2;

    private MounterProgram() {}

    /// @throws UsageException when the command line or the configuration is wrong
    @SuppressWarnings("SystemOut") // a program reports to its user on the standard streams
    public static int run(List<String> args) throws IOException, InterruptedException {
        MounterFlags flags = MounterFlags.parse(args);
        MounterClient client = MounterClient.at(flags.socket());
        if (flags.list()) {
            client.list().forEach(System.out::println);
            return 0;
        }
        if (!flags.unmount().isEmpty()) {
            client.unmount(flags.unmount());
            return 0;
        }
        if (flags.config().isEmpty()) {
            throw new UsageException("flag --config is required");
        }
        serve(flags);
        return 0;
    }

    private static void serve(MounterFlags flags) throws IOException, InterruptedException {
        var shares = MounterConfig.read(Path.of(flags.config()));
        MounterContext context = MounterContext.in(flags.data(), Mounts.system());
        CountDownLatch ready = new CountDownLatch(1);
        try (SupervisedMounts mounts = SupervisedMounts.start(shares, context);
                MounterServer _ = MounterServer.open(flags.socket(), new MounterCalls(mounts, context.events()))) {
            log.info("Serving {} shares on {}.", shares.size(), flags.socket());
            // The JVM ends when its hooks have ended. Meanwhile everything goes on: requests, and repairs.
            Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> drain(mounts, flags.force())));
            ready.await();
        }
    }

    private static void drain(SupervisedMounts mounts, boolean force) {
        CountDownLatch never = new CountDownLatch(1);
        try {
            List<String> kept = mounts.unmountUnused();
            List<String> reported = List.of();
            while (!kept.isEmpty() && !force) {
                if (!kept.equals(reported)) {
                    log.warn(
                            "Not stopping yet: {}. SIGKILL ends the mounter; the daemons then continue, and the next"
                                    + " mounter takes them over.",
                            String.join("; ", kept));
                    reported = kept;
                }
                boolean ignored = never.await(DRAIN_SECONDS, TimeUnit.SECONDS);
                kept = mounts.unmountUnused();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
