package dev.stowage.control.attachdetach;

/// A volume on a node. In a queue, without a node, it stands for all nodes of a volume that only one node may
/// have at a time: one worker handles them all.
///
/// @param volume the unique name; for an attachment of an unknown volume, [#unknown]
/// @param node empty for all
record VolumeNodeKey(String volume, String node) {
    private static final String UNKNOWN = "attachment ";

    static VolumeNodeKey unknown(String attachment, String node) {
        return new VolumeNodeKey(UNKNOWN + attachment, node);
    }

    /// The name of the attachment whose volume is unknown; empty when it is known.
    static String unknownAttachment(String volume) {
        return volume.startsWith(UNKNOWN) ? volume.substring(UNKNOWN.length()) : "";
    }

    @Override
    public String toString() {
        return node.isEmpty() ? volume : volume + " on " + node;
    }
}
