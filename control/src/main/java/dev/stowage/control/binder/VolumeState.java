package dev.stowage.control.binder;

import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a decision about a volume rests on.
///
/// @param claim the one that the volume points to, by name and by uid where it has one; null when there is none, and
///     the server says so too
/// @param users pods, as `namespace/name`, that still use the claim that is gone
public record VolumeState(PersistentVolume volume, @Nullable PersistentVolumeClaim claim, List<String> users) {}
