package dev.stowage.explain.doctor.node;

import java.nio.file.Path;

/// The folder of a CSI volume in a pod's folder.
///
/// @param pod its uid
/// @param hasData whether the kubelet's note about the volume is there and can be read; without it nothing tears the
///     volume down
public record PodVolumeDir(Path folder, String pod, boolean hasData) {}
