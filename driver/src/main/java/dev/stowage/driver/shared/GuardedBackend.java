package dev.stowage.driver.shared;

import dev.stowage.driver.backend.Backend;
import dev.stowage.driver.backend.BackendCapability;
import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.share.Share;
import dev.stowage.sdk.BlockRanges;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.HealthProblem;
import dev.stowage.sdk.NewVolume;
import dev.stowage.sdk.NodeExpandRequest;
import dev.stowage.sdk.Publication;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.Stage;
import dev.stowage.sdk.Usage;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.VolumeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs the calls of a backend on the threads of its share, which is mounted first if necessary. Only what does not
/// need the server runs directly: unpublishing works while the server is gone.
public final class GuardedBackend implements Backend {
    private static final Logger log = LoggerFactory.getLogger(GuardedBackend.class);
    /// How long a call waits for something that may be done at once, and is done later otherwise.
    private static final Duration MOMENT = Duration.ofSeconds(5);

    private final Share share;
    private final SourcedBackend backend;

    public GuardedBackend(Share share, SourcedBackend backend) {
        this.share = share;
        this.backend = backend;
    }

    private void change(String what, Object object, Share.Action action) throws CsiException, IOException {
        boolean ignored = share.change(what, object, () -> {
            action.run();
            return true;
        });
    }

    @Override
    public Set<BackendCapability> capabilities() {
        return backend.capabilities();
    }

    @Override
    public Set<String> parameters() {
        return backend.parameters();
    }

    @Override
    public void checkParameters(NewVolume request) throws CsiException {
        backend.checkParameters(request);
    }

    @Override
    public Map<String, String> context(NewVolume request) throws CsiException {
        return backend.context(request);
    }

    @Override
    public void create(VolumeMeta wanted, Optional<VolumeSource> source) throws CsiException, IOException {
        change("create", wanted.id(), () -> backend.create(wanted, source));
    }

    @Override
    public void create(VolumeMeta wanted, Optional<VolumeSource> source, NewVolume request)
            throws CsiException, IOException {
        if (source.isEmpty()) {
            change("create", wanted.id(), () -> backend.create(wanted, source, request));
            return;
        }
        share.reach();
        // It takes as long as there are files. The caller may give up; what it began is done when it asks again.
        join(share.copy("copy for volume " + wanted.id(), () -> backend.create(wanted, source, request)));
    }

    @Override
    public Optional<VolumeMeta> adopt(VolumeId id, Map<String, String> context) throws CsiException, IOException {
        return backend.isForeign(id, context)
                ? share.read("adopt", () -> backend.adopt(id, context))
                : Optional.empty();
    }

    @Override
    public void delete(VolumeId id) throws CsiException, IOException {
        change("delete", id, () -> backend.delete(id));
    }

    @Override
    public boolean expand(VolumeMeta volume, Bytes size) throws CsiException, IOException {
        return share.change("expand", volume.id(), () -> backend.expand(volume, size));
    }

    @Override
    public void modify(VolumeMeta volume, Map<String, String> settings) throws CsiException, IOException {
        change("modify", volume.id(), () -> backend.modify(volume, settings));
    }

    @Override
    public void checkSettings(Map<String, String> settings) throws CsiException {
        backend.checkSettings(settings);
    }

    @Override
    public List<SnapshotMeta> takeSnapshots(Map<VolumeMeta, SnapshotId> wanted, Map<String, String> parameters)
            throws CsiException, IOException {
        List<SnapshotMeta> taken =
                share.change("take snapshots", wanted.values(), () -> backend.takeSnapshots(wanted, parameters));
        backend.await(taken, MOMENT);
        return share.read("find", () -> backend.reread(taken));
    }

    @Override
    public boolean deleteSnapshot(SnapshotId id) throws CsiException, IOException {
        return share.change("delete snapshot", id, () -> backend.deleteSnapshot(id));
    }

    @Override
    public BlockRanges allocated(SnapshotMeta snapshot, long offset) throws CsiException, IOException {
        return backend.allocated(snapshot, offset);
    }

    @Override
    public BlockRanges changed(SnapshotMeta base, SnapshotMeta target, long offset) throws CsiException, IOException {
        return backend.changed(base, target, offset);
    }

    @Override
    public void stage(VolumeMeta volume, Stage wanted) throws CsiException, IOException {
        share.reach();
    }

    @Override
    public void unstage(VolumeId volume, Path path) throws CsiException, IOException {
        backend.unstage(volume, path);
    }

    /// Several targets of one volume may be published at the same time.
    @Override
    public void publish(VolumeMeta volume, Publication wanted) throws CsiException, IOException {
        change("publish", wanted.target(), () -> backend.publish(volume, wanted));
    }

    @Override
    public void unpublish(VolumeId volume, Path target) throws CsiException, IOException {
        backend.unpublish(volume, target);
        inBackground("removal of marks", () -> backend.sweep()).await(MOMENT);
    }

    private record Job(CompletableFuture<Void> ended) {
        void await(Duration most) {
            try {
                ended.get(most.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException | ExecutionException e) {
                log.debug("A later call does what is left.", e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private Job inBackground(String what, Share.Action action) {
        CompletableFuture<Void> ended = new CompletableFuture<>();
        Thread.ofVirtual().name(what).start(() -> {
            try {
                boolean ignored = share.read(what, () -> {
                    action.run();
                    return true;
                });
                ended.complete(null);
            } catch (CsiException | IOException | RuntimeException e) {
                ended.completeExceptionally(e);
            }
        });
        return new Job(ended);
    }

    private static void join(CompletableFuture<Void> work) throws CsiException, IOException {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    work.get();
                    return;
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    switch (e.getCause()) {
                        case CsiException refusal -> throw refusal;
                        case IOException failure -> throw failure;
                        case RuntimeException bug -> throw bug;
                        case null, default -> throw new IllegalStateException(e);
                    }
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void repair(VolumeMeta volume, Path target) throws CsiException, IOException {
        change("repair", target, () -> backend.repair(volume, target));
    }

    @Override
    public Bytes expandOnNode(VolumeMeta volume, NodeExpandRequest wanted) throws CsiException, IOException {
        return backend.expandOnNode(volume, wanted);
    }

    @Override
    public Usage usage(VolumeMeta volume, Path path) throws CsiException, IOException {
        return share.read("measure", () -> backend.usage(volume, path));
    }

    @Override
    public List<HealthProblem> health(VolumeMeta volume, Optional<Path> publishedAt, Optional<Path> stagedAt)
            throws CsiException, IOException {
        try {
            return share.read("check", () -> backend.health(volume, publishedAt, stagedAt));
        } catch (CsiException e) {
            if (e.code() != CsiCode.UNAVAILABLE) {
                throw e;
            }
            String message = String.valueOf(e.getMessage());
            return List.of(new HealthProblem(HealthProblem.Kind.INACCESSIBLE, "ShareUnavailable", message));
        }
    }

    /// A share is not needed at the start: the driver serves its other pools while a server is gone.
    @Override
    public void recover() {
        share.atFirstAnswer(() -> {
            Job ignored = inBackground("recovery", backend::resume);
        });
        if (backend.hasUnfinished()) {
            Job ignored = inBackground("recovery", () -> {}); // contacts the server
        }
    }

    @Override
    public void stopped() {
        backend.stopped();
    }
}
