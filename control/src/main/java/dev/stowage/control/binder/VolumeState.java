package dev.stowage.control.binder;

import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a decision about a volume is based on.
///
/// @param claim the one in the claimRef, by name and by uid if it has one; null when it does not exist,
///     confirmed by the server
/// @param users pods, as `namespace/name`, that still use the deleted claim
public record VolumeState(PersistentVolume volume, @Nullable PersistentVolumeClaim claim, List<String> users) {}
