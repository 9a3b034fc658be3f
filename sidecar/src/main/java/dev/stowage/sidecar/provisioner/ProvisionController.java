package dev.stowage.sidecar.provisioner;

import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.featuregate.StorageFeatures;
import dev.stowage.kube.manager.ControllerRole;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.sidecar.RoleContext;
import dev.stowage.sidecar.provisioner.extension.ProvisionerExtensions;
import dev.stowage.sidecar.provisioner.journal.ClaimId;
import dev.stowage.sidecar.provisioner.journal.JournalRecovery;
import dev.stowage.sidecar.provisioner.journal.PendingProvisions;
import dev.stowage.sidecar.provisioner.journal.ProvisioningJournal;
import dev.stowage.sidecar.provisioner.options.ProvisionerOptions;
import dev.stowage.sidecar.provisioner.request.DeleteVolumeSecrets;
import dev.stowage.sidecar.provisioner.request.ProvisionPreparation;
import dev.stowage.sidecar.provisioner.request.ProvisioningSettings;
import dev.stowage.sidecar.provisioner.request.VolumeCalls;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;

/// Provisions volumes for claims, and deletes them when they are released.
public final class ProvisionController implements ControllerRole {
    private static final int RANDOM_BOUND = 10_000;

    private final String driver;
    private final ProvisionerComponents components;
    private final ProvisionerInformers informers;
    private final VolumeStore store;
    private final WorkQueue<ClaimId> claimQueue;
    private final WorkQueue<NamespacedName> volumeQueue;
    private final JournalRecovery recovery;

    public ProvisionController(RoleContext context, ProvisionerOptions options) {
        this(context, options, new ProvisionerComponents(context, options));
    }

    public ProvisionController(RoleContext context, ProvisionerOptions options, ProvisionerExtensions extensions) {
        this(context, options, ProvisionerComponents.of(extensions));
    }

    private ProvisionController(RoleContext context, ProvisionerOptions options, ProvisionerComponents components) {
        this.driver = context.driver().name();
        this.components = components;
        this.informers = new ProvisionerInformers(context);
        ProvisionerExtensions extensions = components.extensions();
        ProvisioningSettings settings = settings(context, options);
        PendingProvisions pending = pendingProvisions(context, options, settings);
        var infeasible = new InfeasibleClaims(options.retries().longest(), context.clock());
        var tracker = new ClaimTracker(pending, infeasible, extensions);
        var reporter = new ProvisioningReporter(new ProvisionerMetrics(context.metrics()), context.events());
        var calls = new VolumeCalls(context.driver(), options.timeout());
        var preparation = new ProvisionPreparation(settings, extensions, calls, context.api());
        this.store = new VolumeStore(
                settings, context, informers.volumes(), reporter, claim -> tracker.saved(ClaimId.of(claim)));
        var failures = new ProvisionFailureHandler(
                tracker, new SelectedNodeUpdater(informers.claims(), context.api()), reporter);
        var cleanup = new OrphanCleanup(settings, informers, preparation, calls, store, tracker, reporter);
        var operation = new ProvisionOperation(
                informers, extensions.ownership(), preparation, calls, store, tracker, failures, cleanup, reporter);
        var claimWorker = new ClaimWorker(settings, informers, tracker, operation, cleanup, reporter);
        var deletion = new VolumeDeletion(
                settings.provisionerNames(),
                informers,
                calls,
                new DeleteVolumeSecrets(informers.classes(), preparation));
        var volumeWorker = new VolumeWorker(
                settings, informers.volumes(), deletion, extensions.ownership(), extensions.listener(), reporter);
        var backoff = new ExponentialBackoff(
                options.retries().first(), options.retries().longest());
        this.claimQueue = new WorkQueue<>(
                "claims", options.workers(), backoff, claimWorker::work, context.timer(), context.queues());
        this.volumeQueue = new WorkQueue<>(
                "volumes", options.workers(), backoff, volumeWorker::work, context.timer(), context.queues());
        this.recovery = new JournalRecovery(pending, claimQueue);
        new ProvisionerTriggers(settings, informers, tracker, claimQueue, volumeQueue, volumeWorker).register();
    }

    private static PendingProvisions pendingProvisions(
            RoleContext context, ProvisionerOptions options, ProvisioningSettings settings) {
        String owner = journalOwner(settings, options);
        return new PendingProvisions(
                options.intent()
                        ? found -> new ProvisioningJournal(context.api(), context.namespace(), owner, found)
                        : null,
                context.timer());
    }

    /// One for each process that runs at the same time.
    private static String journalOwner(ProvisioningSettings settings, ProvisionerOptions options) {
        String owner = settings.driver()
                + (options.node().enabled() ? "-" + options.node().name() : "");
        return owner.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.-]", "-");
    }

    private static ProvisioningSettings settings(RoleContext context, ProvisionerOptions options) {
        String driver = context.driver().name();
        String identity =
                context.clock().millis() + "-" + ThreadLocalRandom.current().nextInt(RANDOM_BOUND) + "-" + driver
                        + (options.node().enabled() ? "-" + options.node().name() : "");
        return new ProvisioningSettings(
                driver,
                identity,
                options.naming(),
                options.defaultFsType(),
                options.extraMetadata(),
                options.readOnlyPublish(),
                context.driver().has(RPC.Type.SINGLE_NODE_MULTI_WRITER),
                context.gates().isEnabled(StorageFeatures.ATTRIBUTES_CLASSES));
    }

    @Override
    public String name() {
        return "provisioner";
    }

    @Override
    public String leaseName() {
        return driver.replace('/', '-');
    }

    @Override
    public void start() throws InterruptedException {
        informers.awaitSynced();
        components.start();
        recovery.recover();
        store.start();
        claimQueue.start();
        volumeQueue.start();
    }

    @Override
    public void close() {
        claimQueue.close();
        volumeQueue.close();
        store.close();
        components.close();
    }
}
