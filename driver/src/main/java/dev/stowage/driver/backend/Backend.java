package dev.stowage.driver.backend;

import dev.stowage.sdk.BlockRanges;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.HealthProblem;
import dev.stowage.sdk.NewVolume;
import dev.stowage.sdk.NodeExpandRequest;
import dev.stowage.sdk.Publication;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.Stage;
import dev.stowage.sdk.Usage;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.VolumeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A storage backend: how volumes are stored in a pool.
///
/// The SDK guarantees idempotency: calls for one volume do not overlap; a creation that failed
/// or was interrupted is followed by a removal of the same id before it is tried again; a request was checked
/// against [#abilities()]. The backend keeps these: removing succeeds when there is nothing, staging and
/// publishing find out from the kernel what is there, and nothing that holds data is ever formatted.
public interface Backend {

    /// What it supports in its pool.
    Set<BackendCapability> capabilities();

    /// Makes the volume, empty or filled from a source in the same pool, and writes its record last.
    void create(VolumeMeta wanted, Optional<VolumeSource> source) throws CsiException, IOException;

    /// Like [#create(VolumeMeta, Optional)], with all that the request says.
    default void create(VolumeMeta wanted, Optional<VolumeSource> source, NewVolume request)
            throws CsiException, IOException {
        create(wanted, source);
    }

    /// Parameters of a storage class that only this backend knows, and that inline volumes of pods cannot have.
    default Set<String> parameters() {
        return Set.of();
    }

    /// Settings that are parameters of a storage class too, and of inline volumes: the class gives the first value.
    default Set<String> limits() {
        return Set.of();
    }

    /// The block device of a volume that is published on this node, where volumes are devices.
    default Optional<DeviceNumber> device(VolumeId volume) throws CsiException, IOException {
        return Optional.empty();
    }

    /// Refuses values of these parameters.
    default void checkParameters(NewVolume request) throws CsiException {}

    /// Refuses snapshots and clones that a class must allow, before space is reserved.
    ///
    /// @param parameters from the snapshot class, or from the storage class of a clone
    default void checkCopying(Map<String, String> parameters) throws CsiException {}

    /// What users see of the volume in their orchestrator, besides what all volumes have.
    default Map<String, String> context(NewVolume request) throws CsiException {
        return Map.of();
    }

    /// Takes over a volume that another driver or an administrator created, when its handle or its context says that
    /// its data is in this pool.
    ///
    /// @param context of the volume; empty in calls that do not carry it
    default Optional<VolumeMeta> adopt(VolumeId id, Map<String, String> context) throws CsiException, IOException {
        return Optional.empty();
    }

    /// Removes the volume, or what is left of one, with its loop device if it has one.
    ///
    /// @throws CsiException FAILED_PRECONDITION when it is in use, before anything is touched
    void delete(VolumeId id) throws CsiException, IOException;

    /// Expands the volume; the new size is recorded when this returns. Returns whether node expansion is
    /// required.
    boolean expand(VolumeMeta volume, Bytes size) throws CsiException, IOException;

    /// Applies settings that were checked with [#checkSettings].
    void modify(VolumeMeta volume, Map<String, String> settings) throws CsiException, IOException;

    /// Refuses settings that it does not know or cannot apply.
    void checkSettings(Map<String, String> settings) throws CsiException;

    /// Cuts snapshots of all these volumes at one instant, file systems in a consistent state. A snapshot whose
    /// data is still being copied is returned incomplete.
    ///
    /// @param wanted which volume under which id
    /// @param parameters from the snapshot class
    List<SnapshotMeta> takeSnapshots(Map<VolumeMeta, SnapshotId> wanted, Map<String, String> parameters)
            throws CsiException, IOException;

    /// Removes a snapshot, or what is left of one. Returns whether it had a record, so that its space was counted.
    boolean deleteSnapshot(SnapshotId id) throws CsiException, IOException;

    /// The ranges of a snapshot that hold data, from the offset on, ascending.
    BlockRanges allocated(SnapshotMeta snapshot, long offset) throws CsiException, IOException;

    /// The ranges in which the target differs from the base, from the offset on, ascending; exact.
    BlockRanges changed(SnapshotMeta base, SnapshotMeta target, long offset) throws CsiException, IOException;

    /// How volumes go to other drivers and come from there, if they do.
    default Optional<PoolTransfers> transfers() {
        return Optional.empty();
    }

    /// Prepares the volume at [Stage#path()]; repairs a broken mount, as far as no data is at risk.
    void stage(VolumeMeta volume, Stage wanted) throws CsiException, IOException;

    void unstage(VolumeId volume, Path path) throws CsiException, IOException;

    /// Publishes the volume at [Publication#target()]. Stages it first if the orchestrator did not.
    void publish(VolumeMeta volume, Publication wanted) throws CsiException, IOException;

    void unpublish(VolumeId volume, Path target) throws CsiException, IOException;

    /// Replaces the mount of a published volume if its server has died, and does nothing otherwise.
    default void repair(VolumeMeta volume, Path target) throws CsiException, IOException {}

    /// Expands the volume on this node; returns the size that workloads see now.
    Bytes expandOnNode(VolumeMeta volume, NodeExpandRequest wanted) throws CsiException, IOException;

    Usage usage(VolumeMeta volume, Path path) throws CsiException, IOException;

    /// The problems of the volume that are visible on this node; the paths are those on this node, if any.
    List<HealthProblem> health(VolumeMeta volume, Optional<Path> publishedAt, Optional<Path> stagedAt)
            throws CsiException, IOException;

    /// Repairs what a killed process left: frozen file systems, incomplete copies, devices without users.
    void recover() throws IOException;

    /// Called on shutdown, after the last call, for what must not outlive the process.
    default void stopped() {}
}
