package dev.stowage.sidecar.provision;

import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.manager.ControllerRole;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.sidecar.Gate;
import dev.stowage.sidecar.Shared;
import dev.stowage.sidecar.provision.seam.Seams;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// Makes volumes for claims, and deletes them when they are released.
public final class Provisioner implements ControllerRole {
    private static final int RANDOM_BOUND = 10_000;

    private final String driver;
    private final Outfit outfit;
    private final Workshop shop;
    private final WorkQueue<ClaimId> claimQueue;
    private final WorkQueue<NamespacedName> volumeQueue;
    private final @Nullable Informer<VolumeAttachment> attachments;
    private final Inheritance inheritance;

    public Provisioner(Shared shared, ProvisionerOptions options) {
        this(shared, options, Outfit.of(shared, options));
    }

    public Provisioner(Shared shared, ProvisionerOptions options, Seams seams) {
        this(shared, options, Outfit.plain(seams));
    }

    private Provisioner(Shared shared, ProvisionerOptions options, Outfit outfit) {
        this.outfit = outfit;
        this.driver = shared.driver().name();
        this.shop = workshop(shared, options, outfit.seams());
        this.attachments = shared.driver().has(RPC.Type.PUBLISH_UNPUBLISH_VOLUME)
                ? shared.informers().of(Kinds.ATTACHMENTS)
                : null;
        var pauses = new ExponentialBackoff(options.retries().first(), options.retries().longest());
        var cleanup = new Cleanup(shop);
        var claimWorker = new ClaimWorker(shop, new Attempt(shop, cleanup), cleanup);
        var volumeWorker = new VolumeWorker(
                shop, attachments == null ? null : attachments.index(attachment -> List.of(attachment.volumeName())));
        this.claimQueue = new WorkQueue<>(
                "claims", options.workers(), pauses, claimWorker::work, shared.timer(), shared.queues());
        this.volumeQueue = new WorkQueue<>(
                "volumes", options.workers(), pauses, volumeWorker::work, shared.timer(), shared.queues());
        this.inheritance = new Inheritance(shop, claimQueue);
        new Watching(shop, claimQueue, volumeQueue, volumeWorker).begin(attachments);
    }

    private static Workshop workshop(Shared shared, ProvisionerOptions options, Seams seams) {
        var claims = shared.informers().of(Kinds.CLAIMS);
        var volumes = shared.informers().of(Kinds.VOLUMES);
        Terms terms = terms(shared, options);
        var calls = new Calls(shared.driver(), options.timeout());
        var traces = new Traces(
                options.intent()
                        ? found -> new Journal(shared.api(), shared.namespace(), journal(terms, options), found)
                        : null,
                shared.timer());
        return new Workshop(
                terms,
                Migrated.names(terms.driver()),
                options.intent(),
                options.retries().longest(),
                claims,
                volumes,
                shared.informers().of(Kinds.STORAGE_CLASSES),
                traces,
                new Patience(options.retries().longest(), shared.clock()),
                new ClaimEdits(claims, shared.api()),
                new Preparation(terms, seams, calls, shared.api()),
                calls,
                new VolumeStore(shared, volumes, claim -> traces.forget(ClaimId.of(claim))),
                new ProvisionMetrics(shared.metrics()),
                shared.events(),
                seams);
    }

    /// One for each process that works at the same time.
    private static String journal(Terms terms, ProvisionerOptions options) {
        String owner = terms.driver()
                + (options.node().enabled() ? "-" + options.node().name() : "");
        return "stowage-provisioning-" + owner.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.-]", "-");
    }

    private static Terms terms(Shared shared, ProvisionerOptions options) {
        String driver = shared.driver().name();
        String identity =
                shared.clock().millis() + "-" + ThreadLocalRandom.current().nextInt(RANDOM_BOUND) + "-" + driver
                        + (options.node().enabled() ? "-" + options.node().name() : "");
        return new Terms(
                driver,
                identity,
                options.naming(),
                options.defaultFsType(),
                options.extraMetadata(),
                options.readOnlyPublish(),
                shared.driver().has(RPC.Type.SINGLE_NODE_MULTI_WRITER),
                shared.gates().isEnabled(Gate.ATTRIBUTES_CLASSES));
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
        shop.claims().awaitSynced();
        shop.volumes().awaitSynced();
        shop.classes().awaitSynced();
        if (attachments != null) {
            attachments.awaitSynced();
        }
        outfit.start();
        inheritance.takeUp();
        shop.store().start();
        claimQueue.start();
        volumeQueue.start();
    }

    @Override
    public void close() {
        claimQueue.close();
        volumeQueue.close();
        shop.store().close();
        outfit.close();
    }
}
