package dev.stowage.cli.drain;

/// One volume.
///
/// @param claim `namespace/name`; `-` without one
/// @param bytes 0 if it is not known
record DrainRow(String claim, String volume, long bytes, VolumeOutcome outcome) {

    /// Whether the command has to wait for it.
    boolean isOpen() {
        return switch (outcome) {
            case VolumeOutcome.Start _, VolumeOutcome.Waiting _, VolumeOutcome.Moving _ -> true;
            case VolumeOutcome.NeedsNothing _, VolumeOutcome.Stays _, VolumeOutcome.Ended _ -> false;
        };
    }
}
