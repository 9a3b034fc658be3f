package dev.stowage.sdk;

import java.util.Optional;

/// The id of a volume. Safe as a file name: it holds no slash, no control character, and does not start with a
/// dot.
public record VolumeId(String value) implements Comparable<VolumeId> {

    public VolumeId {
        IdFormat.check(value);
    }

    /// The id of the volume with this name: a digest, so user text never becomes a path.
    public static VolumeId of(String name) {
        return new VolumeId(IdFormat.fromName(name));
    }

    /// The id in a request, or nothing when no volume of ours could ever have had it. Handles that consist of parts,
    /// `server#share#directory` or `server/share/directory`, come from volumes of other drivers. The id encodes
    /// them, see [#handle()].
    public static Optional<VolumeId> parse(String text) {
        return IdFormat.isSafe(text)
                ? Optional.of(new VolumeId(text))
                : IdFormat.encoded(text).map(VolumeId::new);
    }

    /// The volume handle as the orchestrator knows it. Not safe as a file name.
    public String handle() {
        return IdFormat.decoded(value);
    }

    @Override
    public int compareTo(VolumeId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
