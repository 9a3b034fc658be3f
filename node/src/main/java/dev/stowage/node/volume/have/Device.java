package dev.stowage.node.volume.have;

/// A volume on this node, for all pods that use it: staged, where the driver does that.
///
/// @param specName what the paths of a raw block volume are made of
/// @param found whether an earlier life left it: a refusal then says nothing of what is there
public record Device(MountState state, String specName, boolean block, boolean found) {
    public static final Device ABSENT = new Device(MountState.ABSENT, "", false, false);

    public Device in(MountState now) {
        return new Device(now, specName, block, found && now == MountState.UNCERTAIN);
    }
}
