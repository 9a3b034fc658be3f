package dev.stowage.driver;

import dev.stowage.driver.backend.BackendCapability;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.bind.SizeEnforcement;
import dev.stowage.driver.bind.VolumeLabels;
import dev.stowage.driver.filesystem.FileSystem;
import dev.stowage.sdk.AccessMode;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.NewVolume;
import dev.stowage.sdk.VolumeCapability;
import dev.stowage.sdk.VolumeCapability.Use;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// A volume request resolved for a pool: every parameter parsed, every default filled in.
///
/// @param storagePool where it is to be
/// @param meta what it is to be
/// @param request what was asked for
record VolumeSpec(StoragePool storagePool, VolumeMeta meta, NewVolume request) {

    /// The default size of a volume.
    private static final Bytes USUAL = Bytes.gibi(1);

    private static final String FS_TYPE = "fsType";
    private static final Set<String> KNOWN = Set.of("pool", "backend", FS_TYPE, "thin", SizeEnforcement.REQUIRE);

    private static final Set<AccessMode> SEVERAL_WRITE =
            EnumSet.of(AccessMode.MULTI_NODE_SINGLE_WRITER, AccessMode.MULTI_NODE_MULTI_WRITER);

    /// Kubernetes adds the claim's name and namespace under this prefix; they are for people.
    static final String KUBERNETES = "csi.storage.k8s.io/";

    /// An empty volume in the pool that the parameters name, or in the default one.
    static VolumeSpec empty(NewVolume wanted, StoragePools pools) throws CsiException {
        return empty(wanted, pools.candidates(wanted).getFirst());
    }

    /// An empty volume in this pool.
    static VolumeSpec empty(NewVolume wanted, StoragePool pool) throws CsiException {
        check(wanted.parameters(), pool);
        boolean block = isBlock(wanted);
        String fsType = fsType(wanted);
        if (pool.pool().kind().hasDevices() && !block) {
            fsType = FileSystem.of(fsType.isEmpty() ? FileSystem.EXT4.word() : fsType)
                    .word();
        }
        return in(pool, wanted, fsType, block, Bytes.ZERO);
    }

    /// A volume with the content of a source: in the same pool, of the same kind, at least as large.
    static VolumeSpec filled(
            NewVolume wanted, StoragePool pool, String fsType, boolean block, Bytes atLeast, BackendCapability needed)
            throws CsiException {
        if (wanted.parameters().containsKey("pool")
                && !wanted.parameters().get("pool").equals(pool.pool().name())) {
            throw CsiException.invalidArgument("the source is in %s; a volume created from it cannot be in pool %s"
                    .formatted(pool, wanted.parameters().get("pool")));
        }
        if (!wanted.topology().isMetBy(pool.topology())) {
            throw CsiException.resourceExhausted(
                    "the source is in %s, which is accessible from %s only; a volume created from it cannot be in %s"
                            .formatted(pool, pool.topology(), wanted.topology()));
        }
        if (!pool.can(needed)) {
            throw CsiException.invalidArgument("%s has backend %s, which does not support copies"
                    .formatted(pool, pool.pool().kind().word()));
        }
        if (isBlock(wanted) != block
                || (!fsType(wanted).isEmpty() && !fsType(wanted).equals(fsType))) {
            throw CsiException.invalidArgument("the source is %s and cannot be converted"
                    .formatted(
                            block ? "a raw device" : "a file system" + (fsType.isEmpty() ? "" : " of type " + fsType)));
        }
        check(wanted.parameters(), pool);
        if (needed == BackendCapability.CLONE) {
            pool.backend().checkCopying(wanted.parameters());
        }
        return in(pool, wanted, fsType, block, atLeast);
    }

    private static VolumeSpec in(StoragePool pool, NewVolume wanted, String fsType, boolean block, Bytes atLeast)
            throws CsiException {
        if (block && !pool.can(BackendCapability.BLOCK)) {
            throw CsiException.invalidArgument("%s has backend %s, which does not support raw block volumes"
                    .formatted(pool, pool.pool().kind().word()));
        }
        checkModes(wanted, pool);
        Map<String, String> settings = settings(wanted, pool);
        pool.backend().checkSettings(settings);
        pool.backend().checkParameters(wanted);
        boolean isDevice = pool.pool().kind().hasDevices();
        Bytes unit = pool.pool().granularity();
        Bytes smallest = isDevice && !block ? FileSystem.of(fsType).smallest() : unit;
        Bytes size = size(wanted, atLeast, smallest, unit);
        boolean thin = pool.pool().settings().thin()
                || "true".equals(wanted.parameters().get("thin"));
        return new VolumeSpec(
                pool,
                new VolumeMeta(
                        wanted.id(),
                        pool.pool().kind(),
                        size,
                        isDevice ? fsType : "",
                        block,
                        false,
                        thin,
                        false,
                        settings),
                wanted);
    }

    /// Those of the VolumeAttributesClass come before those of the storage class.
    private static Map<String, String> settings(NewVolume wanted, StoragePool pool) {
        Map<String, String> ofClass = new HashMap<>(wanted.parameters());
        ofClass.keySet().retainAll(pool.backend().limits());
        return VolumeLabels.merged(ofClass, wanted.mutableParameters());
    }

    private static Bytes size(NewVolume wanted, Bytes atLeast, Bytes smallest, Bytes unit) throws CsiException {
        Bytes asked = wanted.atLeast().isZero() ? (atLeast.isZero() ? most(wanted, USUAL) : atLeast) : wanted.atLeast();
        if (asked.isLessThan(smallest) && wanted.size().atMost().isLessThan(smallest)) {
            throw CsiException.outOfRange("the minimum size of such a volume is %s".formatted(smallest));
        }
        Bytes chosen = asked.isLessThan(smallest) ? smallest : asked;
        return VolumeSizes.whole(chosen, wanted.size(), unit);
    }

    private static Bytes most(NewVolume wanted, Bytes usual) {
        return wanted.size().atMost().isLessThan(usual) ? wanted.size().atMost() : usual;
    }

    private static void check(Map<String, String> parameters, StoragePool pool) throws CsiException {
        for (Map.Entry<String, String> parameter : parameters.entrySet()) {
            String key = parameter.getKey();
            if (!KNOWN.contains(key)
                    && !StandbyParameters.NAMES.contains(key)
                    && !key.startsWith(KUBERNETES)
                    && !pool.backend().parameters().contains(key)
                    && !pool.backend().limits().contains(key)) {
                throw CsiException.invalidArgument(
                        "unknown parameter \"%s\"; supported: %s".formatted(key, known(pool)));
            }
        }
        String kind = pool.pool().kind().word();
        if (!parameters.getOrDefault("backend", kind).equals(kind)) {
            throw CsiException.invalidArgument(
                    "%s has backend %s, not %s".formatted(pool, kind, parameters.get("backend")));
        }
        SizeEnforcement.of(pool.backend()).check(parameters);
        StandbyParameters.check(parameters);
        if (!Set.of("true", "false").contains(parameters.getOrDefault("thin", "false"))) {
            throw CsiException.invalidArgument(
                    "parameter thin must be true or false, not \"%s\"".formatted(parameters.get("thin")));
        }
        boolean isThick = pool.pool()
                .settings()
                .volumeGroup()
                .filter(group -> group.thinPool().isEmpty())
                .isPresent();
        if (isThick && "true".equals(parameters.get("thin"))) {
            throw CsiException.invalidArgument("%s has no thin pool; its volumes cannot be thin".formatted(pool));
        }
    }

    private static List<String> known(StoragePool pool) {
        return Stream.of(
                        KNOWN,
                        StandbyParameters.NAMES,
                        pool.backend().parameters(),
                        pool.backend().limits())
                .flatMap(Set::stream)
                .sorted()
                .toList();
    }

    /// The driver declares what any of its pools can; this one may do less.
    private static void checkModes(NewVolume wanted, StoragePool pool) throws CsiException {
        if (!pool.can(BackendCapability.MULTI_NODE)
                && wanted.capabilities().stream().map(VolumeCapability::mode).anyMatch(SEVERAL_WRITE::contains)) {
            throw CsiException.invalidArgument("%s has backend %s, which supports a single node"
                    .formatted(pool, pool.pool().kind().word()));
        }
    }

    private static boolean isBlock(NewVolume wanted) throws CsiException {
        long blocks =
                wanted.capabilities().stream().filter(VolumeCapability::isBlock).count();
        if (blocks != 0 && blocks != wanted.capabilities().size()) {
            throw CsiException.invalidArgument("a volume is either a raw device or a file system, not both");
        }
        return blocks != 0;
    }

    private static String fsType(NewVolume wanted) throws CsiException {
        List<String> types = wanted.capabilities().stream()
                .map(VolumeCapability::use)
                .filter(Use.FileSystem.class::isInstance)
                .map(use -> ((Use.FileSystem) use).fsType())
                .filter(type -> !type.isEmpty())
                .distinct()
                .toList();
        if (types.size() > 1) {
            throw CsiException.invalidArgument("a volume cannot have several file systems: " + types);
        }
        Optional<String> asked = types.stream().findFirst();
        Optional<String> parameter = Optional.ofNullable(wanted.parameters().get(FS_TYPE));
        if (asked.isPresent() && parameter.isPresent() && !asked.equals(parameter)) {
            throw CsiException.invalidArgument(
                    "parameter fsType is %s, but the volume capability has %s".formatted(parameter.get(), asked.get()));
        }
        return asked.or(() -> parameter).orElse("");
    }
}
