package dev.stowage.node.volumemanager;

import dev.stowage.k8s.names.CsiKeys;
import dev.stowage.kube.csitranslation.CsiTranslator;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.manager.ControllerRole;
import dev.stowage.kube.model.CsiDriver;
import dev.stowage.kube.model.Kinds;
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
import dev.stowage.node.podvolumes.PodVolumes;
import dev.stowage.node.podvolumes.VolumeKey;
import dev.stowage.node.repair.MountCheck;
import dev.stowage.node.token.TokenCache;
import dev.stowage.node.volumemanager.desired.ObjectLookup;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Mounts the volumes of pods and unmounts them. This class connects the parts of the volume manager.
public final class VolumeManager implements ControllerRole, PodVolumes {
    private static final Logger log = LoggerFactory.getLogger(VolumeManager.class);
    private static final int MAX_CONCURRENT_PODS = 32;
    /// How often a published volume is published again for drivers with `requiresRepublish`.
    private static final Duration REPUBLISH = Duration.ofSeconds(100);

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

    public VolumeManager(
            NodeContext nodeContext, RegisteredDrivers registeredDrivers, NodeStatus node, BuiltInVolumes local) {
        this(nodeContext, registeredDrivers, node, local, Mounts.system(), REPUBLISH, _ -> {});
    }

    /// @param crashPoint called at moments at which tests stop the process
    VolumeManager(
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
                new BuiltInVolumeSetUp(nodeContext, stateOfWorld, local),
                new PodDirectoryCleanup(nodeContext.paths(), mounts, local),
                this::desiredChanged,
                this::publishStatus);
        this.podQueue = new WorkQueue<>(
                "pod-volumes",
                MAX_CONCURRENT_PODS,
                DriverQueues.PAUSES,
                podVolumeWorker::work,
                nodeContext.timer(),
                nodeContext.queues());
        // The queues are created after their workers; a worker runs only when its queue exists.
        this.mountRepair = new MountRepair(
                stateOfWorld,
                nodeContext.paths(),
                mounts,
                new MountCheck(),
                nodeContext.events(),
                volume -> driverQueues().add(volume));
        this.mountHealthMonitor = new MountHealthMonitor(nodeContext, stateOfWorld, mountRepair);
        this.driverQueues = new DriverQueues(nodeContext, volumeWorker(registeredDrivers, republish)::work);
        VolumeTriggers triggers = new VolumeTriggers(stateOfWorld, podQueue, driverQueues, volumesInUseReporter);
        triggers.register(claims, volumes, csiDrivers);
        registeredDrivers.listen(driver -> {
            triggers.driverChanged(driver);
            mountHealthMonitor.driverChanged(driver);
        });
        node.listen(triggers::attachedVolumesChanged);
    }

    private VolumeWorker volumeWorker(RegisteredDrivers registeredDrivers, Duration republish) {
        OperationContext context = new OperationContext(
                nodeContext,
                registeredDrivers,
                objectLookup,
                mounts,
                (pod, driver) -> Map.of(
                        CsiKeys.SERVICE_ACCOUNT_TOKENS,
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
                new FilesystemOperations(context),
                new BlockOperations(context),
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

    private void desiredChanged(Set<VolumeKey> changed) {
        volumesInUseReporter.report();
        driverQueues.addAll(changed);
    }

    private void volumeChanged(VolumeKey volume, Set<String> pods) {
        volumesInUseReporter.report();
        for (String uid : pods) {
            publishStatus(uid);
            if (stateOfWorld.isRemovable(uid)) {
                podQueue.add(uid);
            }
        }
    }

    private void publishStatus(String uid) {
        PodVolumeStatusReader reader = statusReader();
        // Read and stored in one step: otherwise an older status could replace a newer one, and a change be missed.
        boolean changed = stateOfWorld.read(uid, (entry, actual) -> {
            PodVolumeStatus now = reader.of(entry, actual, stateOfWorld.isReconstructed());
            if (entry.isEmpty() || now.equals(entry.get().published)) {
                return false;
            }
            entry.get().published = now;
            return true;
        });
        if (changed) {
            listeners.forEach(listener -> listener.accept(uid));
        }
    }

    @Override
    public String name() {
        return "volume-manager";
    }

    @Override
    public String leaseName() {
        return "";
    }

    /// Finds the volumes that are mounted already before it changes any of them.
    @Override
    public void start() throws InterruptedException {
        claims.awaitSynced();
        volumes.awaitSynced();
        csiDrivers.awaitSynced();
        nodeContext.informers().of(Kinds.NODES).awaitSynced();
        try {
            VolumeReconstruction.Reconstructed reconstructed =
                    VolumeReconstruction.reconstruct(nodeContext.paths(), volumeJournal, mounts, this::volumeKey);
            stateOfWorld.reconstructed(reconstructed.volumes(), reconstructed.pods());
            if (!reconstructed.volumes().isEmpty()) {
                log.info(
                        "Found {} volumes that were mounted before this start.",
                        reconstructed.volumes().size());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot find the mounted volumes: " + e.getMessage(), e);
        }
        volumesInUseReporter.report();
        stateOfWorld.releaseUnknownPods();
        podQueue.start();
        driverQueues.start();
        mountHealthMonitor.start();
        stateOfWorld.pods().forEach(podQueue::add);
        driverQueues.addAll(stateOfWorld.volumes());
    }

    private Optional<VolumeKey> volumeKey(String volume) {
        try {
            return volumes.find(volume)
                    .flatMap(found ->
                            Optional.ofNullable(CsiTranslator.toCsi(found).csi()))
                    .map(csi -> new VolumeKey(csi.driver(), csi.handle()));
        } catch (IllegalArgumentException e) {
            log.warn("Volume {} does not belong to a CSI driver: {}", volume, e.getMessage());
            return Optional.empty();
        }
    }

    @Override
    public void mount(NodePod pod) {
        if (stateOfWorld.addPod(pod)) {
            podVolumeWorker.changed(pod.uid());
            podQueue.add(pod.uid());
        }
    }

    @Override
    public void release(String podUid) {
        tokenCache.forget(podUid);
        driverQueues.addAll(stateOfWorld.release(podUid));
        podQueue.add(podUid);
    }

    @Override
    public void markPodsComplete() {
        stateOfWorld.markPodsComplete();
        stateOfWorld.pods().forEach(podQueue::add);
        driverQueues.addAll(stateOfWorld.volumes());
    }

    @Override
    public PodVolumeStatus status(String podUid) {
        PodVolumeStatusReader reader = statusReader();
        return stateOfWorld.read(podUid, (entry, actual) -> reader.of(entry, actual, stateOfWorld.isReconstructed()));
    }

    private PodVolumeStatusReader statusReader() {
        AttachedVolumes attachedVolumes = AttachedVolumes.read(node);
        return new PodVolumeStatusReader(
                nodeContext.paths(), volume -> objectLookup.attaches(volume.driver()) && !attachedVolumes.has(volume));
    }

    @Override
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
