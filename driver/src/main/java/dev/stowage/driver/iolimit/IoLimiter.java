package dev.stowage.driver.iolimit;

import dev.stowage.driver.backend.Backend;
import dev.stowage.driver.backend.DeviceNumber;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.iolimit.Enforcement.Enforced;
import dev.stowage.driver.iolimit.Enforcement.NotEnforced;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.HealthProblem;
import dev.stowage.sdk.Publication;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Has the kernel limit the I/O of pods on their volumes: in the cgroup of the pod, for the device of the volume.
/// A note of each publication comes before it and goes after it, so that a change of the limits, and a restart,
/// reach all of them. Safe for several threads.
public final class IoLimiter {
    private static final Logger log = LoggerFactory.getLogger(IoLimiter.class);

    private final PublicationNotes notes;
    private final PodCgroups cgroups;
    private final Mounts mounts;
    /// Publications whose limits were not enforced when they were last applied, by target.
    private final Map<Path, Pending> pending = new ConcurrentHashMap<>();
    /// Guards the notes and what is written to cgroups; held for moments only.
    private final ReentrantLock change = new ReentrantLock();

    private record Pending(LimitedPublication publication, IoLimits limits) {}

    /// @param notes a directory of this node
    /// @param root where the hierarchy of cgroups is mounted
    public IoLimiter(Path notes, Path root, Mounts mounts) throws IOException {
        this.notes = PublicationNotes.open(notes);
        this.cgroups = new PodCgroups(root);
        this.mounts = mounts;
    }

    /// A volume as it is recorded.
    public record RecordedVolume(Backend backend, VolumeMeta volume) {}

    /// Finds the volumes of the notes.
    @FunctionalInterface
    public interface Lookup {
        Optional<RecordedVolume> find(VolumeId volume) throws CsiException, IOException;
    }

    /// Publishes the volume, and limits the pod if the volume is a device and has limits.
    ///
    /// @throws CsiException FAILED_PRECONDITION, with nothing published, when limits are required and cannot be
    ///     enforced
    public void publish(Backend backend, VolumeMeta volume, Publication wanted) throws CsiException, IOException {
        if (!backend.limits().containsAll(IoLimits.KEYS)) {
            backend.publish(volume, wanted);
            return;
        }
        IoLimits limits = IoLimits.of(volume.settings());
        LimitedPublication publication = new LimitedPublication(
                wanted.volume(), wanted.target(), PodUid.find(wanted.context()), backend.device(wanted.volume()));
        if (limits.isRequired()) {
            requireEnforced(publication, canLimit(publication, limits));
        }
        boolean isRepeated = mounts.at(wanted.target()).isPresent();
        locked(() -> notes.write(publication));
        backend.publish(volume, wanted);
        Enforcement result = limit(backend, publication, limits);
        if (limits.isRequired() && result instanceof NotEnforced && !isRepeated) {
            backend.unpublish(wanted.volume(), wanted.target());
            unpublished(wanted.target());
            requireEnforced(publication, result);
        }
        warn(publication, result);
    }

    /// Comes after the end of the publication.
    public void unpublished(Path target) throws IOException {
        locked(() -> {
            Optional<LimitedPublication> ended = notes.find(target);
            if (ended.isPresent()) {
                notes.remove(target);
                if (notes.of(ended.get().volume()).stream().noneMatch(ended.get()::sharesLimits)) {
                    // The next device with this number is another volume.
                    Enforcement ignored = apply(ended.get(), IoLimits.none());
                }
            }
            pending.remove(target);
        });
    }

    /// @throws CsiException FAILED_PRECONDITION when these settings require limits, and those of a pod that uses
    ///     the volume cannot be enforced
    public void requirePossible(VolumeId volume, Map<String, String> settings) throws CsiException {
        IoLimits limits = IoLimits.of(settings);
        if (limits.isRequired()) {
            for (LimitedPublication publication : notes.of(volume)) {
                requireEnforced(publication, canLimit(publication, limits));
            }
        }
    }

    /// Limits all pods on this node that use the volume. The settings are recorded already.
    public void modified(VolumeId volume, Map<String, String> settings) throws IOException {
        locked(() -> {
            for (LimitedPublication publication : notes.of(volume)) {
                warn(publication, apply(publication, IoLimits.of(settings)));
            }
        });
    }

    /// What keeps the limits of the volume from being enforced on this node.
    public Optional<HealthProblem> problem(VolumeMeta volume) {
        IoLimits limits = IoLimits.of(volume.settings());
        for (LimitedPublication publication : notes.of(volume.id())) {
            if (read(publication, limits) instanceof NotEnforced(String why)) {
                return Optional.of(
                        new HealthProblem(HealthProblem.Kind.DEGRADED, "LimitsNotEnforced", text(publication, why)));
            }
        }
        return Optional.empty();
    }

    /// Runs before the first call: applies the recorded limits, and forgets publications that have ended.
    public void recover(Lookup lookup) {
        for (LimitedPublication publication : List.copyOf(notes.all())) {
            recover(publication, lookup);
        }
    }

    private void recover(LimitedPublication publication, Lookup lookup) {
        try {
            if (mounts.at(publication.target()).isEmpty()) {
                unpublished(publication.target());
                return;
            }
            Optional<RecordedVolume> known = lookup.find(publication.volume());
            if (known.isPresent()) {
                IoLimits limits = IoLimits.of(known.get().volume().settings());
                warn(publication, limit(known.get().backend(), publication, limits));
            }
        } catch (CsiException | IOException e) {
            log.warn("Cannot limit the I/O on volume {}: {}", publication.volume(), e.getMessage());
        }
    }

    /// The kubelet may create the cgroup of a pod after its volumes are published. Called again and again.
    public void retry() {
        for (Path target : List.copyOf(pending.keySet())) {
            change.lock();
            try {
                Optional<Pending> waiting = Optional.ofNullable(pending.get(target));
                if (waiting.isPresent()
                        && apply(waiting.get().publication(), waiting.get().limits()) instanceof Enforced) {
                    log.info(
                            "The I/O limits of volume {} are enforced now at {}.",
                            waiting.get().publication().volume(),
                            target);
                }
            } finally {
                change.unlock();
            }
        }
    }

    private Enforcement limit(Backend backend, LimitedPublication publication, IoLimits limits)
            throws CsiException, IOException {
        LimitedPublication now =
                backend.device(publication.volume()).map(publication::on).orElse(publication);
        change.lock();
        try {
            if (!now.equals(publication)) { // a staged volume has its device already
                notes.write(now);
            }
            return apply(now, limits);
        } finally {
            change.unlock();
        }
    }

    private Enforcement apply(LimitedPublication publication, IoLimits limits) {
        Enforcement result = onDevice(publication, limits, (cgroup, device) -> cgroup.limit(device, limits));
        if (result instanceof NotEnforced && publication.pod().isPresent()) {
            pending.put(publication.target(), new Pending(publication, limits));
        } else {
            pending.remove(publication.target());
        }
        return result;
    }

    private Enforcement read(LimitedPublication publication, IoLimits limits) {
        return onDevice(publication, limits, (cgroup, device) -> cgroup.read(device, limits));
    }

    @FunctionalInterface
    private interface CgroupOperation {
        Enforcement in(PodCgroup cgroup, DeviceNumber device);
    }

    private Enforcement onDevice(LimitedPublication publication, IoLimits limits, CgroupOperation operation) {
        Optional<PodCgroup> cgroup = publication.pod().flatMap(cgroups::find);
        if (cgroup.isPresent() && publication.device().isPresent()) {
            return operation.in(cgroup.get(), publication.device().get());
        }
        if (limits.isEmpty()) {
            return new Enforced();
        }
        return cgroup.isPresent() ? new NotEnforced("the volume has no device on this node") : without(publication);
    }

    private Enforcement canLimit(LimitedPublication publication, IoLimits limits) {
        return limits.isEmpty()
                ? new Enforced()
                : publication
                        .pod()
                        .flatMap(cgroups::find)
                        .map(PodCgroup::canLimit)
                        .orElseGet(() -> without(publication));
    }

    private Enforcement without(LimitedPublication publication) {
        return new NotEnforced(publication
                .pod()
                .map(pod ->
                        "pod %s has no cgroup below %s; set --cgroup-root to where the kubelet's cgroups are mounted"
                                .formatted(pod.value(), cgroups.root()))
                .orElse("the orchestrator did not name the pod; set podInfoOnMount in the CSIDriver object"));
    }

    private static void requireEnforced(LimitedPublication publication, Enforcement result) throws CsiException {
        if (result instanceof NotEnforced(String why)) {
            throw CsiException.failedPrecondition(
                    text(publication, why) + "; remove requireIoLimits to use the volume without limits");
        }
    }

    private static void warn(LimitedPublication publication, Enforcement result) {
        if (result instanceof NotEnforced(String why)) {
            log.warn("LimitsNotEnforced: {}.", text(publication, why));
        }
    }

    private static String text(LimitedPublication publication, String why) {
        return "the I/O limits of volume %s are not enforced at %s: %s"
                .formatted(publication.volume(), publication.target(), why);
    }

    @FunctionalInterface
    private interface Body {
        void run() throws IOException;
    }

    private void locked(Body body) throws IOException {
        change.lock();
        try {
            body.run();
        } finally {
            change.unlock();
        }
    }
}
