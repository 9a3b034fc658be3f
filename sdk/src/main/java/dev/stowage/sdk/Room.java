package dev.stowage.sdk;

/// What a storage can still hold.
///
/// @param available all the volumes yet to be made together
/// @param biggest one volume at most; [Bytes#UNLIMITED] when only the whole counts
/// @param smallest one volume at least
public record Room(Bytes available, Bytes biggest, Bytes smallest) {

    public static final Room NONE = Room.of(Bytes.ZERO);

    public static Room of(Bytes available) {
        return new Room(available, Bytes.UNLIMITED, Bytes.ZERO);
    }
}
