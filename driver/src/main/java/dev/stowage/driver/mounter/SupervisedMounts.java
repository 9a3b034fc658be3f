package dev.stowage.driver.mounter;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// All shares of this mounter. Safe for several threads.
final class SupervisedMounts implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(SupervisedMounts.class);
    private static final long LOG_SECONDS = 10;

    private final Map<String, SupervisedMount> mounts = new LinkedHashMap<>();
    private final MounterContext context;

    private SupervisedMounts(MounterContext context) {
        this.context = context;
    }

    /// Takes over what an earlier mounter left.
    static SupervisedMounts start(Map<String, MountedShare> shares, MounterContext context) throws IOException {
        SupervisedMounts all = new SupervisedMounts(context);
        shares.forEach((name, share) -> all.mounts.put(name, new SupervisedMount(share, context)));
        for (var entry : context.records().all().entrySet()) {
            all.adopt(entry.getKey(), entry.getValue());
        }
        var _ = context.timer()
                .scheduleWithFixedDelay(
                        () -> all.mounts.values().forEach(SupervisedMount::limitLog),
                        LOG_SECONDS,
                        LOG_SECONDS,
                        TimeUnit.SECONDS);
        return all;
    }

    private void adopt(String name, MountRecord recorded) throws IOException {
        SupervisedMount mount = mounts.get(name);
        if (!recorded.boot().equals(context.boot())) {
            context.records().delete(name); // no mount outlives the machine
        } else if (mount != null && !mount.share().directory().equals(recorded.directory())) {
            throw new IOException(
                    "share %s is mounted at %s, but the configuration says %s; stop its users, unmount %s and start again"
                            .formatted(name, recorded.directory(), mount.share().directory(), recorded.directory()));
        } else if (mount != null) {
            mount.adopt(recorded);
        } else if (recorded.running().isPresent()) {
            log.warn(
                    "Share {} is no longer configured; its process goes on until {} is unmounted.",
                    name,
                    recorded.directory());
        } else {
            context.records().delete(name);
        }
    }

    Optional<SupervisedMount> find(String name) {
        return Optional.ofNullable(mounts.get(name));
    }

    List<SupervisedMount> all() {
        return List.copyOf(mounts.values());
    }

    /// Unmounts what is not in use. When that is everything, no share is mounted any more: this process ends, and a
    /// daemon that it has just started would be left.
    ///
    /// @return why the others stay
    List<String> unmountUnused() {
        List<String> kept = new ArrayList<>();
        List<SupervisedMount> held = new ArrayList<>();
        try {
            for (SupervisedMount mount : mounts.values()) {
                try {
                    mount.hold();
                    held.add(mount);
                    if (mount.isMounted()) {
                        mount.unmount();
                    }
                } catch (IOException e) {
                    kept.add(String.valueOf(e.getMessage()));
                }
            }
            if (kept.isEmpty()) {
                held.forEach(SupervisedMount::close);
            }
        } finally {
            held.forEach(SupervisedMount::release);
        }
        return kept;
    }

    /// Daemons go on.
    @Override
    public void close() throws IOException {
        context.close();
    }
}
