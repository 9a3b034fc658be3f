package dev.stowage.node.volumemanager.reconciler;

import dev.stowage.node.volumemanager.actual.PublishedVolume;
import dev.stowage.node.volumemanager.actual.StagedVolume;
import dev.stowage.node.volumemanager.desired.DesiredVolume;

/// One action for a volume. The actions of one list are independent: a failure does not stop the others.
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

    /// Only an event is recorded; tried again after a pause.
    ///
    /// @param during the operation in the words of the kubelet, such as `MountVolume.SetUp failed`
    record Reject(DesiredVolume desired, String during, String why) implements VolumeAction {}

    /// Waits until the volume is attached.
    record AwaitAttach(DesiredVolume desired) implements VolumeAction {}

    /// Something is to be taken away, and the driver that could do it is not here.
    record AwaitDriver(String driver) implements VolumeAction {}
}
