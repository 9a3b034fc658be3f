package dev.stowage.driver;

import dev.stowage.driver.backend.Backend;
import dev.stowage.driver.backend.BackendCapability;
import dev.stowage.driver.backend.SnapshotMeta;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.sdk.BlockRanges;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.HealthProblem;
import dev.stowage.sdk.NodeExpandRequest;
import dev.stowage.sdk.Publication;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.Stage;
import dev.stowage.sdk.Usage;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.VolumeSource;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A backend for tests of decisions: it has the configured capabilities, and its operations must never be called.
record FakeBackend(Set<BackendCapability> capabilities) implements Backend {

    private static AssertionError mustNot() {
        return new AssertionError("a decision touches nothing");
    }

    @Override
    public void create(VolumeMeta wanted, Optional<VolumeSource> source) {
        throw mustNot();
    }

    @Override
    public void delete(VolumeId id) {
        throw mustNot();
    }

    @Override
    public boolean expand(VolumeMeta volume, Bytes size) {
        throw mustNot();
    }

    @Override
    public void modify(VolumeMeta volume, Map<String, String> settings) {
        throw mustNot();
    }

    @Override
    public Set<String> limits() {
        return Set.of("most");
    }

    @Override
    public void checkSettings(Map<String, String> settings) {}

    @Override
    public List<SnapshotMeta> takeSnapshots(Map<VolumeMeta, SnapshotId> wanted, Map<String, String> parameters) {
        throw mustNot();
    }

    @Override
    public boolean deleteSnapshot(SnapshotId id) {
        throw mustNot();
    }

    @Override
    public BlockRanges allocated(SnapshotMeta snapshot, long offset) {
        throw mustNot();
    }

    @Override
    public BlockRanges changed(SnapshotMeta base, SnapshotMeta target, long offset) {
        throw mustNot();
    }

    @Override
    public void stage(VolumeMeta volume, Stage wanted) {
        throw mustNot();
    }

    @Override
    public void unstage(VolumeId volume, Path path) {
        throw mustNot();
    }

    @Override
    public void publish(VolumeMeta volume, Publication wanted) {
        throw mustNot();
    }

    @Override
    public void unpublish(VolumeId volume, Path target) {
        throw mustNot();
    }

    @Override
    public Bytes expandOnNode(VolumeMeta volume, NodeExpandRequest wanted) {
        throw mustNot();
    }

    @Override
    public Usage usage(VolumeMeta volume, Path path) {
        throw mustNot();
    }

    @Override
    public List<HealthProblem> health(VolumeMeta volume, Optional<Path> publishedAt, Optional<Path> stagedAt) {
        throw mustNot();
    }

    @Override
    public void recover() {
        throw mustNot();
    }
}
