package dev.stowage.driver.pool;

import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.share.ShareSource;
import dev.stowage.driver.volumegroup.VolumeGroupName;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.Topology;
import java.nio.file.Path;
import java.util.Optional;

/// The settings of a pool.
///
/// @param name what storage classes call it
/// @param kind how volumes are kept in it
/// @param directory its directory
/// @param poolSize its maximum size when it is in a file
/// @param overcommit bytes that may be provisioned per byte of the pool
/// @param lowWater free space below which nothing new is made
/// @param thin whether the space of volumes is not reserved
/// @param ownPool whether a pool in a file is made where the directory's file system cannot do what the backend
///     needs
/// @param source the share that the driver mounts at the directory, for backend shared; without it, others mount it
/// @param volumeGroup the volume group of a pool whose backend is lvm
/// @param metadataLowWater how much of a thin pool's metadata must be free for anything new to be made, in percent
/// @param topology where its volumes are accessible from; [Topology#ANYWHERE] when that is not restricted
public record PoolSettings(
        String name,
        BackendKind kind,
        Path directory,
        Bytes poolSize,
        double overcommit,
        Bytes lowWater,
        boolean thin,
        boolean ownPool,
        Optional<ShareSource> source,
        Optional<VolumeGroupName> volumeGroup,
        int metadataLowWater,
        Topology topology) {

    /// Enough for an administrator to notice it in time: a thin pool whose metadata is full needs a repair.
    public static final int USUAL_METADATA_LOW_WATER = 20;

    public PoolSettings {
        if (!name.matches("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")) {
            throw new IllegalArgumentException(
                    "invalid pool name \"" + name + "\": use lower-case letters, digits and dashes");
        }
        if (overcommit < 1) {
            throw new IllegalArgumentException("pool " + name + ": overcommit is below 1");
        }
        if (metadataLowWater < 0 || metadataLowWater > 100) {
            throw new IllegalArgumentException(
                    "pool " + name + ": the low-water mark of metadata is not between 0 and 100 percent");
        }
        if ((kind == BackendKind.LVM) != volumeGroup.isPresent()) {
            throw new IllegalArgumentException(
                    "pool " + name + (volumeGroup.isPresent() ? ": only backend lvm uses" : ": backend lvm needs")
                            + " a volume group");
        }
        if (source.isPresent() && kind != BackendKind.SHARED) {
            throw new IllegalArgumentException("pool " + name + ": only backend shared has a source");
        }
    }

    /// A pool whose directory is there, or is mounted by others.
    public PoolSettings(
            String name,
            BackendKind kind,
            Path directory,
            Bytes poolSize,
            double overcommit,
            Bytes lowWater,
            boolean thin,
            boolean ownPool) {
        this(name, kind, directory, poolSize, overcommit, lowWater, thin, ownPool, Optional.empty(), Optional.empty());
    }

    /// A pool that is accessible from every node of the driver.
    public PoolSettings(
            String name,
            BackendKind kind,
            Path directory,
            Bytes poolSize,
            double overcommit,
            Bytes lowWater,
            boolean thin,
            boolean ownPool,
            Optional<ShareSource> source,
            Optional<VolumeGroupName> volumeGroup) {
        this(
                name,
                kind,
                directory,
                poolSize,
                overcommit,
                lowWater,
                thin,
                ownPool,
                source,
                volumeGroup,
                USUAL_METADATA_LOW_WATER,
                Topology.ANYWHERE);
    }

    /// The same pool, accessible from there only.
    public PoolSettings accessibleFrom(Topology place) {
        return with(metadataLowWater, place);
    }

    /// The same pool, with another mark for the metadata of its thin pool.
    public PoolSettings metadataLowWater(int percent) {
        return with(percent, topology);
    }

    private PoolSettings with(int metadataMark, Topology place) {
        return new PoolSettings(
                name,
                kind,
                directory,
                poolSize,
                overcommit,
                lowWater,
                thin,
                ownPool,
                source,
                volumeGroup,
                metadataMark,
                place);
    }
}
