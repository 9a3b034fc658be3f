package dev.stowage.driver;

import dev.stowage.driver.attach.AttachmentRecords;
import dev.stowage.driver.attach.LocalAttaching;
import dev.stowage.driver.backend.Backend;
import dev.stowage.driver.backend.BackendCapability;
import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.bind.SizeEnforcement;
import dev.stowage.driver.pool.Pool;
import dev.stowage.driver.pool.PoolSettings;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import dev.stowage.flags.UsageException;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.Topology;
import dev.stowage.sdk.server.CsiServer;
import dev.stowage.sdk.server.Driver;
import dev.stowage.sdk.server.DriverEnvironment;
import dev.stowage.sdk.server.DriverProgram;
import dev.stowage.sdk.server.RunningDriver;
import java.io.IOException;
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

/// `stowage driver`: reads the flags, opens the pools, puts the roles together that the pools can fill.
public final class LocalProgram implements DriverProgram {

    /// Volumes that stay on their node.
    public static final String LOCAL = "local.stowage.dev";

    /// Volumes that move between the nodes which share a pool.
    public static final String DISK = "disk.stowage.dev";

    /// Thin volumes take space without asking; a pool in a file grows ahead of them at this pace.
    private static final long TOP_UP_SECONDS = 5;

    private static final Logger log = LoggerFactory.getLogger(LocalProgram.class);

    private final LocalFlags own = new LocalFlags();
    private final List<Pool> pools = new ArrayList<>();
    private final ScheduledExecutorService topUp = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("pool-top-up").factory());

    private LocalProgram() {}

    /// Runs until the process is told to end.
    public static int run(List<String> args) throws IOException {
        return run(args, driverProgram -> driverProgram);
    }

    /// The same together with what `around` puts around the driver.
    public static int run(List<String> args, UnaryOperator<DriverProgram> around) throws IOException {
        return CsiServer.serve(name(args), around.apply(new LocalProgram()), args);
    }

    /// The same as a part of a process that somebody else ends.
    ///
    /// @param failed hears why the driver cannot go on; it is still to be closed then
    public static RunningDriver open(List<String> args, UnaryOperator<DriverProgram> around, Consumer<String> failed)
            throws IOException {
        return CsiServer.open(name(args), around.apply(new LocalProgram()), args, failed);
    }

    private static String name(List<String> args) {
        return args.stream().anyMatch(arg -> arg.equals("--attach") || arg.equals("--attach=true")) ? DISK : LOCAL;
    }

    @Override
    public void declare(FlagSet flags) {
        own.declare(flags);
    }

    @Override
    public void assemble(Driver driver, DriverEnvironment around, ParsedFlags flags) throws IOException {
        List<PoolSettings> wanted = own.pools(flags, around.data());
        List<StoragePool> opened = new ArrayList<>();
        for (PoolSettings settings : wanted) {
            opened.add(open(settings, around));
        }
        StoragePools storagePools = new StoragePools(opened);
        var _ = topUp.scheduleWithFixedDelay(this::growAhead, TOP_UP_SECONDS, TOP_UP_SECONDS, TimeUnit.SECONDS);
        AttachmentCheck attached = AttachmentCheck.ALWAYS;
        if (own.attach(flags)) {
            if (wanted.size() != 1 || wanted.getFirst().kind() != BackendKind.IMAGE) {
                throw new UsageException("flag --attach goes with one pool of backend image");
            }
            AttachmentRecords books = AttachmentRecords.in(wanted.getFirst().directory(), own.attachLimit(flags));
            if (!around.nodeId().isEmpty()) {
                books.register(around.nodeId());
            }
            driver.part(new LocalAttaching(books));
            attached = new AttachmentCheck(Optional.of(books), around.nodeId());
        } else if (!around.nodeId().isEmpty() && wanted.stream().anyMatch(pool -> pool.kind() != BackendKind.SHARED)) {
            driver.topologyIfAbsent(new Topology(Map.of("topology." + driver.name() + "/node", around.nodeId())));
        }
        addRoles(driver, storagePools, attached);
    }

    private StoragePool open(PoolSettings settings, DriverEnvironment around) throws IOException {
        try {
            Pool pool = Pool.open(settings, around.mounts());
            pools.add(pool);
            pool.start();
            Backend backend = BackendFactory.open(pool, around);
            backend.recover();
            return new StoragePool(pool, backend);
        } catch (CsiException e) {
            throw new IOException("cannot open pool " + settings.name() + ": " + e.getMessage(), e);
        }
    }

    /// A role is there when a pool can fill it: the union is declared, and each volume answers for itself.
    private static void addRoles(Driver driver, StoragePools storagePools, AttachmentCheck attached) {
        LocalVolumes volumes = new LocalVolumes(storagePools, attached);
        driver.part(volumes).part(new LocalPublishing(storagePools, attached)).part(new LocalHealth(storagePools));
        if (storagePools.any(BackendCapability.CLONE)) {
            driver.part(new LocalCloning(storagePools, volumes));
        }
        if (storagePools.any(BackendCapability.SNAPSHOT)) {
            driver.part(new LocalSnapshots(storagePools, volumes));
        }
        if (storagePools.any(BackendCapability.BLOCK_METADATA)) {
            driver.part(new LocalSnapshotMetadata(storagePools));
        }
        if (storagePools.any(BackendCapability.GROW)) {
            driver.part(new LocalVolumeChanges(storagePools));
        }
        if (storagePools.any(BackendCapability.STAGE)) {
            driver.part(new LocalStaging(storagePools, attached));
        }
        for (StoragePool storagePool : storagePools.all()) {
            if (!storagePool.can(BackendCapability.HARD_SIZE)) {
                log.warn("Sizes in {} are promised but not enforced: its file system has no quota.", storagePool);
                driver.manifest(SizeEnforcement.KEY + "." + storagePool.pool().name(), "false");
            }
        }
    }

    private void growAhead() {
        for (Pool pool : pools) {
            try {
                pool.topUp();
            } catch (CsiException | IOException | RuntimeException e) {
                log.warn("Pool {} could not grow ahead of its thin volumes: {}", pool.name(), e.getMessage());
            }
        }
    }

    /// What is staged or published stays as it is; a pool that nothing uses is unmounted.
    @Override
    public void stopped() {
        topUp.shutdown();
        for (Pool pool : pools) {
            try {
                pool.release();
            } catch (IOException e) {
                log.warn("Pool {} stays mounted: {}", pool.name(), e.getMessage());
            }
        }
    }
}
