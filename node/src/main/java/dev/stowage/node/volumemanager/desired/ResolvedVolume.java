package dev.stowage.node.volumemanager.desired;

import dev.stowage.node.builtinvolume.BuiltInVolume;

/// What a volume in a pod spec stands for.
sealed interface ResolvedVolume {

    record OfDriver(DesiredVolume desired) implements ResolvedVolume {}

    /// The volume of a claim that needs no driver.
    record BuiltIn(BuiltInVolume volume) implements ResolvedVolume {}
}
