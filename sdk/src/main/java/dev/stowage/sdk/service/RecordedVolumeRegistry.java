package dev.stowage.sdk.service;

import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.ListPage;
import dev.stowage.sdk.NewVolume;
import dev.stowage.sdk.RequestDigest;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.Volume;
import dev.stowage.sdk.VolumeCapability;
import dev.stowage.sdk.VolumeCapability.Use;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.VolumeSource;
import dev.stowage.sdk.Volumes;
import dev.stowage.sdk.record.Ledger;
import java.io.IOException;
import java.util.Optional;

/// Volumes known from durable records.
record RecordedVolumeRegistry(Ledger<Volume> ledger, Volumes driver) implements VolumeRegistry {

    @Override
    public Volume create(NewVolume wanted, Optional<VolumeSource> source, Ledger.Making<Volume> making)
            throws CsiException, IOException {
        Volume volume = ledger.make(
                wanted.id().value(),
                wanted.name(),
                digest(wanted, source),
                () -> checked(wanted, making.make()),
                id -> driver.delete(new VolumeId(id), wanted.secrets()));
        // Not part of the digest: any volume of a matching size is the requested one, and it may have been
        // expanded.
        if (!volume.capacity().isZero() && !wanted.size().allows(volume.capacity())) {
            throw CsiException.alreadyExists("volume %s already exists with %s, requested was %s"
                    .formatted(wanted.id(), volume.capacity(), wanted.size()));
        }
        if (!volume.accessibleFrom().isEmpty()
                && volume.accessibleFrom().stream().noneMatch(wanted.topology()::isMetBy)) {
            throw CsiException.alreadyExists("volume %s already exists and is accessible from %s, requested was %s"
                    .formatted(wanted.id(), volume.accessibleFrom(), wanted.topology()));
        }
        return volume;
    }

    /// The driver's result must match the request.
    private static Volume checked(NewVolume wanted, Volume made) throws CsiException {
        if (!made.id().equals(wanted.id())) {
            throw new CsiException(
                    CsiCode.INTERNAL, "the driver created volume " + made.id() + " instead of " + wanted.id());
        }
        if (!made.capacity().isZero() && !wanted.size().allows(made.capacity())) {
            throw new CsiException(
                    CsiCode.INTERNAL,
                    "the driver created volume %s with %s instead of %s"
                            .formatted(made.id(), made.capacity(), wanted.size()));
        }
        return made;
    }

    /// Excludes sizes and topologies, which are compared separately, and parameters that may have been modified.
    private static String digest(NewVolume wanted, Optional<VolumeSource> source) {
        return RequestDigest.of(
                wanted.parameters(),
                source.map(Object::toString).orElse("empty"),
                wanted.capabilities().stream()
                        .map(VolumeCapability::use)
                        .map(use -> switch (use) {
                            case Use.Block _ -> "block";
                            case Use.FileSystem fileSystem -> "file system " + fileSystem.fsType();
                        })
                        .sorted()
                        .distinct()
                        .toList());
    }

    @Override
    public void remove(VolumeId id, Secrets secrets) throws CsiException, IOException {
        boolean isOfAnotherDriver = !id.handle().equals(id.value());
        if (isOfAnotherDriver && ledger.find(id.value()).isEmpty()) {
            // An administrator took it over with a PersistentVolume, so it was never created here.
            driver.delete(id, secrets);
            return;
        }
        ledger.remove(id.value(), key -> driver.delete(new VolumeId(key), secrets));
    }

    @Override
    public Optional<Volume> find(VolumeId id) throws IOException {
        return ledger.find(id.value());
    }

    @Override
    public ListPage<Volume> list(Optional<String> token, int most) throws CsiException {
        return ledger.page(token, most, _ -> true);
    }

    @Override
    public void resized(VolumeId id, Bytes size) throws IOException {
        Optional<Volume> volume = find(id);
        if (volume.isPresent()) {
            ledger.update(id.value(), volume.get().capacity(size));
        }
    }

    @Override
    public void finishInterrupted(VolumeId id) throws CsiException, IOException {
        if (ledger.find(id.value()).isEmpty()) {
            ledger.remove(id.value(), key -> driver.delete(new VolumeId(key), Secrets.NONE));
        }
    }

    /// @throws IllegalStateException when a call for it was interrupted: the next start would remove it
    @Override
    public void adopt(Volume volume) throws IOException {
        String key = volume.id().value();
        if (!ledger.adopt(key, volume) && ledger.find(key).isEmpty()) {
            throw new IllegalStateException("volume %s has an unfinished call".formatted(volume.id()));
        }
    }
}
