package dev.stowage.node.volumemanager;

import dev.stowage.kube.csitranslation.CsiTranslator;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.CsiDriver;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.node.builtinvolume.BuiltInVolumes;
import dev.stowage.node.context.NodeContext;
import dev.stowage.node.expand.NodeExpander;
import dev.stowage.node.fsgroup.VolumeOwnership;
import dev.stowage.node.nodestatus.NodeStatus;
import dev.stowage.node.pluginmanager.RegisteredDrivers;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.PodVolumeStatus;
import dev.stowage.node.podvolumes.VolumeKey;
import dev.stowage.node.repair.MountCheck;
import dev.stowage.node.token.TokenCache;
import dev.stowage.node.volumemanager.desired.ObjectLookup;
import dev.stowage.node.volumemanager.desired.PodClaims;
import dev.stowage.node.volumemanager.journal.BootId;
import dev.stowage.node.volumemanager.journal.VolumeJournal;
import dev.stowage.node.volumemanager.operations.BlockOperations;
import dev.stowage.node.volumemanager.operations.FilesystemOperations;
import dev.stowage.node.volumemanager.operations.OperationContext;
import dev.stowage.node.volumemanager.reconstruct.VolumeReconstruction;
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
public final class VolumeManagerCore implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(VolumeManagerCore.class);
    private static final int PODS_AT_ONCE = 32;

    private final NodeContext nodeContext;
    private final NodeStatus node;
    private final Mounts mounts;
    private final StateOfWorld stateOfWorld = new StateOfWorld();
    private final Informer<PersistentVolumeClaim> claims;
    private final Informer<PersistentVolume> volumes;
    private final Informer<CsiDriver> csiDrivers;
    private final ObjectLookup objectLookup;
    private final VolumeJournal volumeJournal;
    private final VolumesInUseReporter volumesInUseReporter;
    private final TokenCache tokenCache;
    private final PodVolumeWorker podVolumeWorker;
    private final WorkQueue<String> podQueue;
    private final DriverQueues driverQueues;
    private final MountRepair mountRepair;
    private final MountHealthMonitor mountHealthMonitor;
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();

    public VolumeManagerCore(
            NodeContext nodeContext,
            RegisteredDrivers registeredDrivers,
            NodeStatus node,
            BuiltInVolumes local,
            Mounts mounts,
            Duration republish,
            VolumeJournal.CrashPoint crashPoint) {
        this.nodeContext = nodeContext;
        this.node = node;
        this.mounts = mounts;
        this.claims = nodeContext.informers().of(Kinds.CLAIMS);
        this.volumes = nodeContext.informers().of(Kinds.VOLUMES);
        this.csiDrivers = nodeContext.informers().of(Kinds.CSI_DRIVERS);
        this.objectLookup = new ObjectLookup(claims::find, volumes::find, csiDrivers::find, local::knows);
        this.volumeJournal = new VolumeJournal(nodeContext.paths(), BootId.id(), crashPoint);
        this.volumesInUseReporter = new VolumesInUseReporter(stateOfWorld, objectLookup, node);
        this.tokenCache = new TokenCache(nodeContext.api(), nodeContext.clock());
        this.podVolumeWorker = new PodVolumeWorker(
                stateOfWorld,
                objectLookup,
                local,
                new PodDirectoryCleanup(nodeContext.paths(), mounts, local),
                nodeContext.events(),
                this::wishChanged,
                this::answerMayHaveChanged);
        this.podQueue = new WorkQueue<>(
                "pod-volumes",
                PODS_AT_ONCE,
                DriverQueues.PAUSES,
                podVolumeWorker::work,
                nodeContext.timer(),
                nodeContext.queues());
        // The queues are made after their workers: who works has them by then.
        this.mountRepair = new MountRepair(
                stateOfWorld,
                nodeContext.paths(),
                mounts,
                new MountCheck(),
                nodeContext.events(),
                volume -> driverQueues().add(volume));
        this.mountHealthMonitor = new MountHealthMonitor(nodeContext, stateOfWorld, mountRepair);
        this.driverQueues = new DriverQueues(nodeContext, volumeWork(registeredDrivers, republish)::work);
        listenTo(registeredDrivers);
    }

    private VolumeWorker volumeWork(RegisteredDrivers registeredDrivers, Duration republish) {
        OperationContext operationContext = new OperationContext(
                nodeContext,
                registeredDrivers,
                objectLookup,
                mounts,
                (pod, driver) -> Map.of(
                        TokenCache.FOR_DRIVERS,
                        tokenCache.forDriver(pod, driver.nodeSettings().tokens())),
                (root, group, policy, slow) -> VolumeOwnership.apply(root, group, false, policy, slow));
        RepublishSchedule republishSchedule = new RepublishSchedule(
                republish, (volume, delay) -> driverQueues().addAfter(volume, delay));
        VolumeExpander volumeExpander =
                new VolumeExpander(new NodeExpander(nodeContext), registeredDrivers, nodeContext.paths());
        VolumeExecutor volumeExecutor = new VolumeExecutor(
                stateOfWorld,
                objectLookup,
                volumeJournal,
                new FilesystemOperations(operationContext),
                new BlockOperations(operationContext),
                new MountEvents(nodeContext.events(), nodeContext.paths(), stateOfWorld),
                republishSchedule,
                volumeExpander,
                mountRepair,
                this::volumeChanged);
        return new VolumeWorker(
                nodeContext,
                stateOfWorld,
                objectLookup,
                registeredDrivers,
                node,
                volumeExecutor,
                republishSchedule,
                volumeExpander,
                mountRepair);
    }

    private DriverQueues driverQueues() {
        return driverQueues;
    }

    private void listenTo(RegisteredDrivers registeredDrivers) {
        claims.addEventHandler((before, now) -> wakeUsers(now != null ? now : before));
        volumes.addEventHandler((before, now) -> {
            PersistentVolume volume = now != null ? now : before;
            ObjectReference claim = volume == null ? null : volume.claim();
            if (claim != null) {
                wake(pod -> PodClaims.uses(pod, claim.key()));
            }
        });
        csiDrivers.addEventHandler((before, now) -> {
            CsiDriver driver = now != null ? now : before;
            if (driver != null) {
                wake(pod -> PodClaims.hasInline(pod, driver.meta().name()));
                driverChanged(driver.meta().name());
            }
        });
        registeredDrivers.listen(driver -> {
            driverChanged(driver);
            mountHealthMonitor.driverChanged(driver);
        });
        node.listen(this::attachedChanged);
    }

    private void wakeUsers(@Nullable PersistentVolumeClaim claim) {
        if (claim != null) {
            wake(pod -> PodClaims.uses(pod, claim.key()));
        }
    }

    private void wake(Predicate<NodePod> which) {
        stateOfWorld.pods(which).forEach(podQueue::add);
    }

    private void driverChanged(String driver) {
        volumesInUseReporter.report();
        stateOfWorld.volumes().stream()
                .filter(volume -> volume.driver().equals(driver))
                .forEach(driverQueues::add);
    }

    private void attachedChanged() {
        driverQueues.addAll(stateOfWorld.awaited());
    }

    private void wishChanged(Set<VolumeKey> changed) {
        volumesInUseReporter.report();
        driverQueues.addAll(changed);
    }

    private void volumeChanged(VolumeKey volume, Set<String> pods) {
        volumesInUseReporter.report();
        for (String uid : pods) {
            answerMayHaveChanged(uid);
            if (stateOfWorld.isRemovable(uid)) {
                podQueue.add(uid);
            }
        }
    }

    private void answerMayHaveChanged(String uid) {
        PodVolumeStatusReader podVolumeStatusReader = podVolumeStatusReader();
        // Looked at and noted at once: else an older answer could be noted over a later one, and its like not be told.
        boolean changed = stateOfWorld.read(uid, (entry, actual) -> {
            PodVolumeStatus now = podVolumeStatusReader.of(entry, actual, stateOfWorld.isReconstructed());
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
            VolumeReconstruction.Reconstructed reconstructed =
                    VolumeReconstruction.reconstruct(nodeContext.paths(), volumeJournal, mounts, this::byName);
            stateOfWorld.reconstructed(reconstructed.volumes(), reconstructed.pods());
            if (!reconstructed.volumes().isEmpty()) {
                log.info(
                        "{} volumes were found from before.",
                        reconstructed.volumes().size());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("what is mounted cannot be found out: " + e.getMessage(), e);
        }
        volumesInUseReporter.report();
        stateOfWorld.releaseUnknownPods();
        podQueue.start();
        driverQueues.start();
        mountHealthMonitor.start();
        stateOfWorld.pods().forEach(podQueue::add);
        driverQueues.addAll(stateOfWorld.volumes());
    }

    private Optional<VolumeKey> byName(String volume) {
        try {
            return volumes.find(volume)
                    .flatMap(found ->
                            Optional.ofNullable(CsiTranslator.toCsi(found).csi()))
                    .map(csi -> new VolumeKey(csi.driver(), csi.handle()));
        } catch (IllegalArgumentException e) {
            log.warn("Volume {} is none that a driver knows: {}", volume, e.getMessage());
            return Optional.empty();
        }
    }

    public void mount(NodePod pod) {
        if (stateOfWorld.addPod(pod)) {
            podVolumeWorker.changed(pod.uid());
            podQueue.add(pod.uid());
        }
    }

    public void release(String uid) {
        tokenCache.forget(uid);
        driverQueues.addAll(stateOfWorld.release(uid));
        podQueue.add(uid);
    }

    public void markPodsComplete() {
        stateOfWorld.markPodsComplete();
        stateOfWorld.pods().forEach(podQueue::add);
        driverQueues.addAll(stateOfWorld.volumes());
    }

    public PodVolumeStatus status(String uid) {
        PodVolumeStatusReader podVolumeStatusReader = podVolumeStatusReader();
        return stateOfWorld.read(
                uid, (entry, actual) -> podVolumeStatusReader.of(entry, actual, stateOfWorld.isReconstructed()));
    }

    private PodVolumeStatusReader podVolumeStatusReader() {
        AttachedVolumes attachedVolumes = AttachedVolumes.read(node);
        return new PodVolumeStatusReader(
                nodeContext.paths(), volume -> objectLookup.attaches(volume.driver()) && !attachedVolumes.has(volume));
    }

    public void listen(Consumer<String> listener) {
        listeners.add(listener);
    }

    @Override
    public void close() {
        mountHealthMonitor.close();
        podQueue.close();
        driverQueues.close();
    }
}
