package dev.stowage.sidecar.provisioner;

import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.manager.ControllerRole;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.sidecar.RoleContext;
import dev.stowage.sidecar.SidecarFeature;
import dev.stowage.sidecar.provisioner.extension.ProvisionerExtensions;
import dev.stowage.sidecar.provisioner.journal.ClaimId;
import dev.stowage.sidecar.provisioner.journal.PendingProvisions;
import dev.stowage.sidecar.provisioner.journal.ProvisioningJournal;
import dev.stowage.sidecar.provisioner.options.ProvisionerOptions;
import dev.stowage.sidecar.provisioner.request.InTreeTranslation;
import dev.stowage.sidecar.provisioner.request.ProvisionPreparation;
import dev.stowage.sidecar.provisioner.request.ProvisioningSettings;
import dev.stowage.sidecar.provisioner.request.VolumeCalls;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// Makes volumes for claims, and deletes them when they are released.
public final class ProvisionController implements ControllerRole {
    private static final int RANDOM_BOUND = 10_000;

    private final String driver;
    private final ProvisionerComponents provisionerComponents;
    private final ProvisioningContext context;
    private final WorkQueue<ClaimId> claimQueue;
    private final WorkQueue<NamespacedName> volumeQueue;
    private final @Nullable Informer<VolumeAttachment> attachments;
    private final JournalRecovery journalRecovery;

    public ProvisionController(RoleContext roleContext, ProvisionerOptions options) {
        this(roleContext, options, ProvisionerComponents.of(roleContext, options));
    }

    public ProvisionController(
            RoleContext roleContext, ProvisionerOptions options, ProvisionerExtensions provisionerExtensions) {
        this(roleContext, options, ProvisionerComponents.plain(provisionerExtensions));
    }

    private ProvisionController(
            RoleContext roleContext, ProvisionerOptions options, ProvisionerComponents provisionerComponents) {
        this.provisionerComponents = provisionerComponents;
        this.driver = roleContext.driver().name();
        this.context = context(roleContext, options, provisionerComponents.extensions());
        this.attachments = roleContext.driver().has(RPC.Type.PUBLISH_UNPUBLISH_VOLUME)
                ? roleContext.informers().of(Kinds.ATTACHMENTS)
                : null;
        var pauses = new ExponentialBackoff(
                options.retries().first(), options.retries().longest());
        var orphanCleanup = new OrphanCleanup(context);
        var claimWorker = new ClaimWorker(context, new ProvisionOperation(context, orphanCleanup), orphanCleanup);
        var volumeWorker = new VolumeWorker(
                context,
                attachments == null ? null : attachments.index(attachment -> List.of(attachment.volumeName())));
        this.claimQueue = new WorkQueue<>(
                "claims", options.workers(), pauses, claimWorker::work, roleContext.timer(), roleContext.queues());
        this.volumeQueue = new WorkQueue<>(
                "volumes", options.workers(), pauses, volumeWorker::work, roleContext.timer(), roleContext.queues());
        this.journalRecovery = new JournalRecovery(context, claimQueue);
        new ProvisionerTriggers(context, claimQueue, volumeQueue, volumeWorker).register(attachments);
    }

    private static ProvisioningContext context(
            RoleContext roleContext, ProvisionerOptions options, ProvisionerExtensions provisionerExtensions) {
        var claims = roleContext.informers().of(Kinds.CLAIMS);
        var volumes = roleContext.informers().of(Kinds.VOLUMES);
        ProvisioningSettings provisioningSettings = settings(roleContext, options);
        var volumeCalls = new VolumeCalls(roleContext.driver(), options.timeout());
        var pendingProvisions = new PendingProvisions(
                options.intent()
                        ? found -> new ProvisioningJournal(
                                roleContext.api(),
                                roleContext.namespace(),
                                journalName(provisioningSettings, options),
                                found)
                        : null,
                roleContext.timer());
        return new ProvisioningContext(
                provisioningSettings,
                InTreeTranslation.provisionerNames(provisioningSettings.driver()),
                options.intent(),
                options.retries().longest(),
                claims,
                volumes,
                roleContext.informers().of(Kinds.STORAGE_CLASSES),
                pendingProvisions,
                new InfeasibleClaims(options.retries().longest(), roleContext.clock()),
                new SelectedNodeUpdater(claims, roleContext.api()),
                new ProvisionPreparation(provisioningSettings, provisionerExtensions, volumeCalls, roleContext.api()),
                volumeCalls,
                new VolumeStore(roleContext, volumes, claim -> pendingProvisions.forget(ClaimId.of(claim))),
                new ProvisionerMetrics(roleContext.metrics()),
                roleContext.events(),
                provisionerExtensions);
    }

    /// One for each process that works at the same time.
    private static String journalName(ProvisioningSettings provisioningSettings, ProvisionerOptions options) {
        String owner = provisioningSettings.driver()
                + (options.node().enabled() ? "-" + options.node().name() : "");
        return "stowage-provisioning-" + owner.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.-]", "-");
    }

    private static ProvisioningSettings settings(RoleContext roleContext, ProvisionerOptions options) {
        String driver = roleContext.driver().name();
        String identity =
                roleContext.clock().millis() + "-" + ThreadLocalRandom.current().nextInt(RANDOM_BOUND) + "-" + driver
                        + (options.node().enabled() ? "-" + options.node().name() : "");
        return new ProvisioningSettings(
                driver,
                identity,
                options.naming(),
                options.defaultFsType(),
                options.extraMetadata(),
                options.readOnlyPublish(),
                roleContext.driver().has(RPC.Type.SINGLE_NODE_MULTI_WRITER),
                roleContext.gates().isEnabled(SidecarFeature.ATTRIBUTES_CLASSES));
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
        context.claims().awaitSynced();
        context.volumes().awaitSynced();
        context.classes().awaitSynced();
        if (attachments != null) {
            attachments.awaitSynced();
        }
        provisionerComponents.start();
        journalRecovery.recover();
        context.store().start();
        claimQueue.start();
        volumeQueue.start();
    }

    @Override
    public void close() {
        claimQueue.close();
        volumeQueue.close();
        context.store().close();
        provisionerComponents.close();
    }
}
