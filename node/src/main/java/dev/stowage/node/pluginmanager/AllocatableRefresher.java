package dev.stowage.node.pluginmanager;

import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.CsiDriver;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.node.context.NodeContext;
import io.grpc.Status;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Queries drivers periodically for the number of volumes that the node can have, if their CSIDriver object
/// says so. Thread-safe.
final class AllocatableRefresher {
    private static final int SHORTEST = 10;

    private record Timer(int seconds, ScheduledFuture<?> future) {}

    private final Informer<CsiDriver> csiDrivers;
    private final Informer<VolumeAttachment> attachments;
    private final ScheduledExecutorService timer;
    private final Predicate<String> here;
    private final Consumer<String> due;
    private final Map<String, Timer> clocks = new HashMap<>();

    /// @param here whether a driver is registered on this node
    /// @param due receives the name of a driver that must be queried
    AllocatableRefresher(NodeContext nodeContext, Predicate<String> here, Consumer<String> due) {
        this.csiDrivers = nodeContext.informers().of(Kinds.CSI_DRIVERS);
        this.attachments = nodeContext.informers().of(Kinds.ATTACHMENTS);
        this.timer = nodeContext.timer();
        this.here = here;
        this.due = due;
    }

    void start() {
        csiDrivers.addEventHandler((before, now) -> {
            CsiDriver any = now == null ? before : now;
            if (any != null) {
                reschedule(any.meta().name());
                driverChanged(before, any);
            }
        });
        attachments.addEventHandler((before, now) -> {
            if (now != null && isTooMany(now) && (before == null || !isTooMany(before)) && wanted(now.attacher())) {
                due.accept(now.attacher());
            }
        });
    }

    /// The CSIDriver object may arrive after the volume that exceeded the limit.
    private void driverChanged(@Nullable CsiDriver before, CsiDriver any) {
        String driver = any.meta().name();
        boolean news = (before == null || before.nodeSettings().refreshSeconds() <= 0) && wanted(driver);
        if (news && attachments.all().stream().anyMatch(one -> one.attacher().equals(driver) && isTooMany(one))) {
            due.accept(driver);
        }
    }

    /// The driver reported that its limit is exceeded: the scheduler assumed more capacity than there is.
    private static boolean isTooMany(VolumeAttachment attachment) {
        VolumeAttachment.VolumeError volumeError = attachment.attachError();
        return volumeError != null && Objects.equals(volumeError.code(), Status.Code.RESOURCE_EXHAUSTED.value());
    }

    /// Something about the driver has changed.
    synchronized void reschedule(String driver) {
        int wanted = here.test(driver) ? seconds(driver) : 0;
        Timer clock = clocks.get(driver);
        if (wanted == (clock == null ? 0 : clock.seconds())) {
            return;
        }
        if (clock != null) {
            clock.future().cancel(false);
            clocks.remove(driver);
        }
        if (wanted > 0) {
            clocks.put(
                    driver,
                    new Timer(
                            wanted,
                            timer.scheduleAtFixedRate(() -> due.accept(driver), wanted, wanted, TimeUnit.SECONDS)));
        }
    }

    private int seconds(String driver) {
        int wanted = csiDrivers
                .find(driver)
                .map(csiDriver -> csiDriver.nodeSettings().refreshSeconds())
                .orElse(0);
        return wanted <= 0 ? 0 : Math.max(SHORTEST, wanted);
    }

    /// Whether the driver requests that at all.
    private boolean wanted(String driver) {
        return seconds(driver) > 0;
    }

    synchronized void stop() {
        clocks.values().forEach(clock -> clock.future().cancel(false));
        clocks.clear();
    }
}
