package dev.stowage.node.volume.keep;

import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.csitranslation.CsiTranslator;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.CsiDriver;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.node.Shared;
import dev.stowage.node.group.FsGroup;
import dev.stowage.node.grow.NodeGrowth;
import dev.stowage.node.local.LocalVolumes;
import dev.stowage.node.mend.MountCheck;
import dev.stowage.node.plugin.Drivers;
import dev.stowage.node.self.OwnNode;
import dev.stowage.node.spec.NodePod;
import dev.stowage.node.token.Tokens;
import dev.stowage.node.volume.VolumeAnswer;
import dev.stowage.node.volume.call.BlockVolumes;
import dev.stowage.node.volume.call.FileSystemVolumes;
import dev.stowage.node.volume.call.Parts;
import dev.stowage.node.volume.journal.Boot;
import dev.stowage.node.volume.journal.Journal;
import dev.stowage.node.volume.rebuild.Rebuild;
import dev.stowage.node.volume.want.Catalog;
import dev.stowage.node.volume.want.ClaimNames;
import dev.stowage.node.volume.want.VolumeKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Puts the parts together, and wakes them.
public final class Keeper implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Keeper.class);
    private static final int PODS_AT_ONCE = 32;

    private final Shared shared;
    private final OwnNode node;
    private final Mounts mounts;
    private final World world = new World();
    private final Informer<PersistentVolumeClaim> claims;
    private final Informer<PersistentVolume> volumes;
    private final Informer<CsiDriver> csiDrivers;
    private final Catalog catalog;
    private final Journal journal;
    private final InUse inUse;
    private final Tokens tokens;
    private final PodWork podWork;
    private final WorkQueue<String> podQueue;
    private final VolumeQueues volumeQueues;
    private final Mending mending;
    private final Checks checks;
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();

    public Keeper(
            Shared shared,
            Drivers drivers,
            OwnNode node,
            LocalVolumes local,
            Mounts mounts,
            Duration republish,
            Journal.Injury injury) {
        this.shared = shared;
        this.node = node;
        this.mounts = mounts;
        this.claims = shared.informers().of(Kinds.CLAIMS);
        this.volumes = shared.informers().of(Kinds.VOLUMES);
        this.csiDrivers = shared.informers().of(Kinds.CSI_DRIVERS);
        this.catalog = new Catalog(claims::find, volumes::find, csiDrivers::find, local::knows);
        this.journal = new Journal(shared.paths(), Boot.id(), injury);
        this.inUse = new InUse(world, catalog, node);
        this.tokens = new Tokens(shared.api(), shared.clock());
        this.podWork = new PodWork(
                world,
                catalog,
                local,
                new PodFolders(shared.paths(), mounts, local),
                shared.events(),
                this::wishChanged,
                this::answerMayHaveChanged);
        this.podQueue = new WorkQueue<>(
                "pod-volumes", PODS_AT_ONCE, VolumeQueues.PAUSES, podWork::work, shared.timer(), shared.queues());
        // The queues are made after their workers: who works has them by then.
        this.mending = new Mending(
                world,
                shared.paths(),
                mounts,
                new MountCheck(),
                shared.events(),
                volume -> volumeQueues().add(volume));
        this.checks = new Checks(shared, world, mending);
        this.volumeQueues = new VolumeQueues(shared, volumeWork(drivers, republish)::work);
        listenTo(drivers);
    }

    private VolumeWork volumeWork(Drivers drivers, Duration republish) {
        Parts parts = new Parts(
                shared,
                drivers,
                catalog,
                mounts,
                (pod, driver) -> Map.of(
                        Tokens.FOR_DRIVERS,
                        tokens.forDriver(pod, driver.nodeSettings().tokens())),
                (root, group, policy, slow) -> FsGroup.apply(root, group, false, policy, slow));
        Renewals renewals =
                new Renewals(republish, (volume, delay) -> volumeQueues().addAfter(volume, delay));
        Growing growing = new Growing(new NodeGrowth(shared), drivers, shared.paths());
        Hands hands = new Hands(
                world,
                catalog,
                journal,
                new FileSystemVolumes(parts),
                new BlockVolumes(parts),
                new Reports(shared.events(), shared.paths(), world),
                renewals,
                growing,
                mending,
                this::volumeChanged);
        return new VolumeWork(shared, world, catalog, drivers, node, hands, renewals, growing, mending);
    }

    private VolumeQueues volumeQueues() {
        return volumeQueues;
    }

    private void listenTo(Drivers drivers) {
        claims.addEventHandler((before, now) -> wakeUsers(now != null ? now : before));
        volumes.addEventHandler((before, now) -> {
            PersistentVolume volume = now != null ? now : before;
            ObjectReference claim = volume == null ? null : volume.claim();
            if (claim != null) {
                wake(pod -> ClaimNames.uses(pod, claim.key()));
            }
        });
        csiDrivers.addEventHandler((before, now) -> {
            CsiDriver driver = now != null ? now : before;
            if (driver != null) {
                wake(pod -> ClaimNames.hasInline(pod, driver.meta().name()));
                driverChanged(driver.meta().name());
            }
        });
        drivers.listen(driver -> {
            driverChanged(driver);
            checks.driverChanged(driver);
        });
        node.listen(this::attachedChanged);
    }

    private void wakeUsers(@Nullable PersistentVolumeClaim claim) {
        if (claim != null) {
            wake(pod -> ClaimNames.uses(pod, claim.key()));
        }
    }

    private void wake(Predicate<NodePod> which) {
        world.pods(which).forEach(podQueue::add);
    }

    private void driverChanged(String driver) {
        inUse.tell();
        world.volumes().stream()
                .filter(volume -> volume.driver().equals(driver))
                .forEach(volumeQueues::add);
    }

    private void attachedChanged() {
        volumeQueues.addAll(world.awaited());
    }

    private void wishChanged(Set<VolumeKey> changed) {
        inUse.tell();
        volumeQueues.addAll(changed);
    }

    private void volumeChanged(VolumeKey volume, Set<String> pods) {
        inUse.tell();
        for (String uid : pods) {
            answerMayHaveChanged(uid);
            if (world.isLeaving(uid)) {
                podQueue.add(uid);
            }
        }
    }

    private void answerMayHaveChanged(String uid) {
        Answers answers = answers();
        // Looked at and noted at once: else an older answer could be noted over a later one, and its like not be told.
        boolean changed = world.look(uid, (entry, have) -> {
            VolumeAnswer now = answers.of(entry, have, world.isRebuilt());
            if (entry.isEmpty() || now.equals(entry.get().told)) {
                return false;
            }
            entry.get().told = now;
            return true;
        });
        if (changed) {
            listeners.forEach(listener -> listener.accept(uid));
        }
    }

    /// Nothing is done before it is known what is there.
    public void start() throws InterruptedException {
        claims.awaitSynced();
        volumes.awaitSynced();
        csiDrivers.awaitSynced();
        try {
            Rebuild.Found found = Rebuild.look(shared.paths(), journal, mounts, this::byName);
            world.rebuilt(found.volumes(), found.pods());
            if (!found.volumes().isEmpty()) {
                log.info("{} volumes were found from before.", found.volumes().size());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("what is mounted cannot be found out: " + e.getMessage(), e);
        }
        inUse.tell();
        world.leaveLost();
        podQueue.start();
        volumeQueues.start();
        checks.start();
        world.pods().forEach(podQueue::add);
        volumeQueues.addAll(world.volumes());
    }

    private Optional<VolumeKey> byName(String volume) {
        try {
            return volumes.find(volume)
                    .flatMap(found -> Optional.ofNullable(CsiTranslator.toCsi(found).csi()))
                    .map(csi -> new VolumeKey(csi.driver(), csi.handle()));
        } catch (IllegalArgumentException e) {
            log.warn("Volume {} is none that a driver knows: {}", volume, e.getMessage());
            return Optional.empty();
        }
    }

    public void want(NodePod pod) {
        if (world.want(pod)) {
            podWork.changed(pod.uid());
            podQueue.add(pod.uid());
        }
    }

    public void release(String uid) {
        tokens.forget(uid);
        volumeQueues.addAll(world.release(uid));
        podQueue.add(uid);
    }

    public void complete() {
        world.complete();
        world.pods().forEach(podQueue::add);
        volumeQueues.addAll(world.volumes());
    }

    public VolumeAnswer answer(String uid) {
        Answers answers = answers();
        return world.look(uid, (entry, have) -> answers.of(entry, have, world.isRebuilt()));
    }

    private Answers answers() {
        Attached attached = Attached.now(node);
        return new Answers(shared.paths(), volume -> catalog.attaches(volume.driver()) && !attached.has(volume));
    }

    public void listen(Consumer<String> listener) {
        listeners.add(listener);
    }

    @Override
    public void close() {
        checks.close();
        podQueue.close();
        volumeQueues.close();
    }
}
