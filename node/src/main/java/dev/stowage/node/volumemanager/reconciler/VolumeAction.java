package dev.stowage.node.volumemanager.reconciler;

import dev.stowage.node.volumemanager.actual.PublishedVolume;
import dev.stowage.node.volumemanager.actual.StagedVolume;
import dev.stowage.node.volumemanager.desired.DesiredVolume;

/// One thing to do about a volume. Those of one list do not depend on each other: one that fails holds up no other.
public sealed interface VolumeAction {

    /// Makes the volume ready on this node; for the first of those that wait for it.
    record Stage(DesiredVolume desired) implements VolumeAction {}

    /// Gives it to a pod.
    ///
    /// @param again whether the pod has it already, and only its contents or its mount are renewed: a failure takes
    ///     nothing away
    record Publish(DesiredVolume desired, boolean again) implements VolumeAction {}

    record Unpublish(PublishedVolume publishedVolume) implements VolumeAction {}

    record Unstage(StagedVolume stagedVolume) implements VolumeAction {}

    /// The volume has become larger than its file system.
    record Expand(DesiredVolume desired) implements VolumeAction {}

    /// Nothing can be done but tell the pod; tried again after a pause.
    ///
    /// @param during what the kubelet would have been doing, such as `MountVolume.SetUp failed`
    record Reject(DesiredVolume desired, String during, String why) implements VolumeAction {}

    /// Whoever attaches it has to be heard of first.
    record AwaitAttach(DesiredVolume desired) implements VolumeAction {}

    /// Something is to be taken away, and the driver that could do it is not here.
    record AwaitDriver(String driver) implements VolumeAction {}
}
