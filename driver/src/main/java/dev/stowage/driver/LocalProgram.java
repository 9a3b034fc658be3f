package dev.stowage.driver;

import dev.stowage.driver.attach.PoolAttachments;
import dev.stowage.driver.backend.Backend;
import dev.stowage.driver.backend.BackendCapability;
import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.bind.SizeEnforcement;
import dev.stowage.driver.iolimit.IoLimiter;
import dev.stowage.driver.pool.Pool;
import dev.stowage.driver.pool.PoolIdentity;
import dev.stowage.driver.pool.PoolMissingException;
import dev.stowage.driver.pool.PoolSettings;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.Topology;
import dev.stowage.sdk.Volume;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.server.CsiServer;
import dev.stowage.sdk.server.Driver;
import dev.stowage.sdk.server.DriverEnvironment;
import dev.stowage.sdk.server.DriverProgram;
import dev.stowage.sdk.server.RunningDriver;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// `stowage driver`: reads the flags, opens the pools, adds the roles that the pools support.
public final class LocalProgram implements DriverProgram {

    /// Name of the driver for volumes that stay on their node.
    public static final String LOCAL = "local.stowage.dev";

    /// Name of the driver for volumes that move between the nodes that share a pool.
    public static final String DISK = "disk.stowage.dev";

    /// Thin volumes take space without a call; a pool in a file grows ahead of them at this interval.
    private static final long TOP_UP_SECONDS = 5;

    private static final Logger log = LoggerFactory.getLogger(LocalProgram.class);

    private final LocalFlags own = new LocalFlags();
    private final List<Pool> pools = new ArrayList<>();
    private final List<Backend> backends = new ArrayList<>();
    private final ScheduledExecutorService topUp = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("pool-top-up").factory());

    private LocalProgram() {}

    /// Serves until SIGTERM.
    public static int run(List<String> args) throws IOException {
        return run(args, driverProgram -> driverProgram);
    }

    /// Like [#run(List)], with the program wrapped by `wrapper`.
    public static int run(List<String> args, UnaryOperator<DriverProgram> wrapper) throws IOException {
        return CsiServer.serve(name(args), wrapper.apply(new LocalProgram()), args);
    }

    /// Like `serve`, as part of a process that the caller ends.
    ///
    /// @param failed receives the reason when the driver cannot continue; it must still be closed then
    public static RunningDriver open(List<String> args, UnaryOperator<DriverProgram> wrapper, Consumer<String> failed)
            throws IOException {
        return CsiServer.open(name(args), wrapper.apply(new LocalProgram()), args, failed);
    }

    private static String name(List<String> args) {
        return args.stream().anyMatch(arg -> arg.equals("--attach") || arg.equals("--attach=true")) ? DISK : LOCAL;
    }

    @Override
    public void declare(FlagSet flags) {
        own.declare(flags);
    }

    @Override
    public void assemble(Driver driver, DriverEnvironment environment, ParsedFlags flags) throws IOException {
        List<PoolSettings> wanted =
                SharedPools.opened(own.pools(flags, environment.data()), own.attach(flags), environment);
        List<Volume> recorded = environment.recordedVolumes();
        for (PoolSettings settings : wanted) { // none is mounted before all are found
            pools.add(open(settings, environment, identity(settings, environment.data(), recorded), wanted.size() > 1));
        }
        List<StoragePool> opened = new ArrayList<>();
        for (Pool pool : pools) {
            opened.add(start(pool, environment));
        }
        opened.forEach(pool -> backends.add(pool.backend()));
        StoragePools storagePools = new StoragePools(opened);
        var _ = topUp.scheduleWithFixedDelay(this::growAhead, TOP_UP_SECONDS, TOP_UP_SECONDS, TimeUnit.SECONDS);
        LocalRepair repair = new LocalRepair(storagePools, own.mounter(flags));
        if (repair.isNeeded()) {
            driver.part(repair);
        }
        AttachmentCheck attached = AttachmentCheck.ALWAYS;
        if (own.attach(flags)) {
            PoolAttachments attachments = SharedPools.attachments(opened, own.attachLimit(flags), environment);
            driver.part(SharedPools.attaching(attachments, storagePools));
            attached = new AttachmentCheck(Optional.of(attachments), environment.nodeId());
            if (SharedPools.hasTopology(wanted)) {
                driver.volumeTopologies(
                        wanted.stream().map(PoolSettings::topology).distinct().toList());
            }
        } else if (!environment.nodeId().isEmpty()
                && wanted.stream().anyMatch(pool -> pool.kind() != BackendKind.SHARED)) {
            driver.topologyIfAbsent(new Topology(Map.of("topology." + driver.name() + "/node", environment.nodeId())));
        }
        EphemeralVolumes ephemeralVolumes = new EphemeralVolumes(
                storagePools,
                own.inlineVolumes(flags, storagePools),
                new EphemeralRecords(environment.data().resolve("ephemeral")));
        boolean ownPools = !attached.isRequired() && !environment.nodeId().isEmpty();
        IoLimiter ioLimiter = new IoLimiter(
                environment.data().resolve("notes").resolve("io-limits"), own.cgroupRoot(flags), environment.mounts());
        var _ = topUp.scheduleWithFixedDelay(ioLimiter::retry, TOP_UP_SECONDS, TOP_UP_SECONDS, TimeUnit.SECONDS);
        addRoles(driver, storagePools, attached, new EphemeralCleanup(ephemeralVolumes, ownPools), ioLimiter);
    }

    /// Volumes of the other pools are served while the disk of one is missing.
    private static Pool open(
            PoolSettings settings, DriverEnvironment environment, PoolIdentity identity, boolean hasOthers)
            throws IOException {
        try {
            return Pool.open(settings, environment.mounts(), identity);
        } catch (PoolMissingException e) {
            if (!hasOthers) {
                throw e;
            }
            log.error("The driver starts without pool {}: {}", settings.name(), e.getMessage());
            return Pool.missing(settings, e);
        }
    }

    private static PoolIdentity identity(PoolSettings settings, Path data, List<Volume> recorded) {
        List<VolumeId> volumes = recorded.stream()
                .filter(volume -> settings.name().equals(volume.context().get("pool")))
                .map(Volume::id)
                .toList();
        return new PoolIdentity(
                settings, BackendFactory.notes(data, settings.name()).resolve("mark.json"), volumes);
    }

    private static StoragePool start(Pool pool, DriverEnvironment environment) throws IOException {
        try {
            pool.start();
            Backend backend = BackendFactory.open(pool, environment);
            if (!pool.isMissing()) {
                backend.recover();
            }
            return new StoragePool(pool, backend);
        } catch (CsiException e) {
            throw new IOException("cannot open pool " + pool.name() + ": " + e.getMessage(), e);
        }
    }

    /// A role is declared when one of the pools supports it; each call then checks the pool of its volume.
    private static void addRoles(
            Driver driver,
            StoragePools storagePools,
            AttachmentCheck attached,
            EphemeralCleanup ephemeralCleanup,
            IoLimiter ioLimiter) {
        LocalVolumes volumes = new LocalVolumes(storagePools, attached);
        driver.part(volumes)
                .part(new LocalPublishing(storagePools, attached, ephemeralCleanup, ioLimiter))
                .part(new LocalHealth(storagePools, ioLimiter));
        if (storagePools.any(BackendCapability.CLONE)) {
            driver.part(new LocalCloning(storagePools, volumes));
        }
        if (storagePools.any(BackendCapability.SNAPSHOT)) {
            driver.part(new LocalSnapshots(storagePools, volumes));
        }
        if (storagePools.any(BackendCapability.BLOCK_METADATA)) {
            driver.part(new LocalSnapshotMetadata(storagePools));
        }
        // Volumes of shared pools move by being attached elsewhere.
        if (!attached.isRequired()
                && storagePools.all().stream()
                        .anyMatch(pool -> pool.backend().transfers().isPresent())) {
            driver.part(new LocalTransfer(storagePools, volumes));
        }
        if (storagePools.any(BackendCapability.GROW)) {
            driver.part(new LocalVolumeChanges(storagePools, ioLimiter));
        }
        if (storagePools.any(BackendCapability.STAGE)) {
            driver.part(new LocalStaging(storagePools, attached));
        }
        for (StoragePool storagePool : storagePools.all()) {
            if (!storagePool.can(BackendCapability.HARD_SIZE)) {
                log.warn("Volume sizes in {} are not enforced: its file system has no quota.", storagePool);
                driver.manifest(SizeEnforcement.KEY + "." + storagePool.pool().name(), "false");
            }
        }
    }

    private void growAhead() {
        for (Pool pool : pools) {
            try {
                pool.topUp();
            } catch (CsiException | IOException | RuntimeException e) {
                log.warn("Cannot grow pool {} ahead of its thin volumes: {}", pool.name(), e.getMessage());
            }
        }
    }

    /// Staged and published volumes stay as they are; an unused pool is unmounted.
    @Override
    public void stopped() {
        topUp.shutdown();
        backends.forEach(Backend::stopped);
        for (Pool pool : pools) {
            try {
                pool.release();
            } catch (IOException e) {
                log.warn("Pool {} stays mounted: {}", pool.name(), e.getMessage());
            }
        }
    }
}
