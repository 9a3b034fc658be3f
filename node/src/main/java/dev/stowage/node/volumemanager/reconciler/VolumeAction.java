package dev.stowage.node.volumemanager.reconciler;

import dev.stowage.node.volumemanager.actual.PublishedVolume;
import dev.stowage.node.volumemanager.actual.StagedVolume;
import dev.stowage.node.volumemanager.desired.DesiredVolume;

/// One action for a volume. The actions of one list are independent: a failure does not stop the others.
public sealed interface VolumeAction {

    /// Stages the volume on this node, for the first waiting pod.
    record Stage(DesiredVolume desired) implements VolumeAction {}

    /// Publishes it to a pod.
    ///
    /// @param again whether it is already published and only its content or mount is renewed, so that a failure
    ///     has no effect on the pod
    record Publish(DesiredVolume desired, boolean again) implements VolumeAction {}

    record Unpublish(PublishedVolume publishedVolume) implements VolumeAction {}

    record Unstage(StagedVolume stagedVolume) implements VolumeAction {}

    /// The volume has become larger than its file system.
    record Expand(DesiredVolume desired) implements VolumeAction {}

    /// Only an event is recorded; retried after a delay.
    ///
    /// @param during the operation as the kubelet names it, such as `MountVolume.SetUp failed`
    record Reject(DesiredVolume desired, String during, String why) implements VolumeAction {}

    /// Waits until the volume is attached.
    record AwaitAttach(DesiredVolume desired) implements VolumeAction {}

    /// The volume must be unmounted, but its driver is not registered.
    record AwaitDriver(String driver) implements VolumeAction {}
}
