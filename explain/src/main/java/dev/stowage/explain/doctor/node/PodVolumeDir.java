package dev.stowage.explain.doctor.node;

import java.nio.file.Path;

/// The directory of a CSI volume in a pod directory.
///
/// @param pod its uid
/// @param hasData whether the kubelet's `vol_data.json` is readable; without it the volume is never unmounted
public record PodVolumeDir(Path folder, String pod, boolean hasData) {}
