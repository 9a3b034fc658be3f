package dev.stowage.node.volume.step;

import dev.stowage.node.volume.have.Device;
import dev.stowage.node.volume.have.Publication;
import dev.stowage.node.volume.want.Wanted;

/// One thing to do about a volume. Those of one list do not depend on each other: one that fails holds up no other.
public sealed interface Step {

    /// Makes the volume ready on this node; for the first of those that wait for it.
    record Stage(Wanted wanted) implements Step {}

    /// Gives it to a pod.
    ///
    /// @param again whether the pod has it already, and only its contents or its mount are renewed: a failure takes
    ///     nothing away
    record Publish(Wanted wanted, boolean again) implements Step {}

    record Unpublish(Publication publication) implements Step {}

    record Unstage(Device device) implements Step {}

    /// The volume has become larger than its file system.
    record Grow(Wanted wanted) implements Step {}

    /// Nothing can be done but tell the pod; tried again after a pause.
    ///
    /// @param during what the kubelet would have been doing, such as `MountVolume.SetUp failed`
    record Refuse(Wanted wanted, String during, String why) implements Step {}

    /// Whoever attaches it has to be heard of first.
    record AwaitAttach(Wanted wanted) implements Step {}

    /// Something is to be taken away, and the driver that could do it is not here.
    record AwaitDriver(String driver) implements Step {}
}
