package dev.stowage.driver.shared;

import dev.stowage.driver.share.NfsAttributes;
import dev.stowage.driver.share.ShareSource;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.VolumeId;
import java.util.Map;
import java.util.Optional;

/// A volume that an administrator or csi-driver-nfs put on a share. The attributes of its PersistentVolume say where it
/// is; in calls without attributes its handle does, if it has that form.
///
/// @param directory its directory
/// @param onDelete what happens to it in the end: what the handle says, and nothing if the handle is only a name
record ForeignVolume(SubDirectory directory, OnDelete onDelete) {

    /// Empty when it is not on this share.
    ///
    /// @throws CsiException INVALID_ARGUMENT when handle and attributes name different directories, or one that is
    ///     not in the share
    static Optional<ForeignVolume> of(ShareSource source, VolumeId id, Map<String, String> context)
            throws CsiException {
        Optional<NfsAttributes> attributes = NfsAttributes.of(context);
        if (attributes.isPresent()) {
            return source.matches(attributes.get().parameters())
                    ? Optional.of(of(attributes.get(), id, context))
                    : Optional.empty();
        }
        Optional<NfsHandle> handle = NfsHandle.of(id).filter(one -> source.matches(one.parameters()));
        return handle.isPresent()
                ? Optional.of(new ForeignVolume(
                        SubDirectory.of(handle.get().subDir(), Map.of()),
                        OnDelete.of(handle.get().onDelete())))
                : Optional.empty();
    }

    private static ForeignVolume of(NfsAttributes attributes, VolumeId id, Map<String, String> context)
            throws CsiException {
        SubDirectory directory =
                attributes.subDir().isEmpty() ? SubDirectory.ROOT : SubDirectory.of(attributes.subDir(), context);
        Optional<NfsHandle> handle = NfsHandle.of(id).filter(one -> one.server().equalsIgnoreCase(attributes.server()));
        if (handle.isEmpty()) {
            return new ForeignVolume(directory, OnDelete.RETAIN);
        }
        if (!handle.get().names(attributes.share(), directory)) {
            throw CsiException.invalidArgument(
                    "attributes share and subDir of volume %s name another directory than its handle; correct one of them"
                            .formatted(id.handle()));
        }
        return new ForeignVolume(
                directory,
                directory.isRoot() ? OnDelete.RETAIN : OnDelete.of(handle.get().onDelete()));
    }
}
