package dev.stowage.driver;

import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CapacityRange;
import dev.stowage.sdk.CsiException;

/// Parses requested sizes and rounds them to supported ones.
final class VolumeSizes {

    private VolumeSizes() {}

    /// The smallest size that is enough and can be had.
    static Bytes whole(Bytes enough, CapacityRange wanted, Bytes unit) throws CsiException {
        if (enough.count() > Long.MAX_VALUE - unit.count()) {
            throw CsiException.outOfRange("no pool can hold a volume of " + enough);
        }
        Bytes whole = Bytes.of(Math.ceilDiv(enough.count(), unit.count()) * unit.count());
        if (wanted.atMost().isLessThan(whole)) {
            throw CsiException.outOfRange("no multiple of %d bytes is in the range %s".formatted(unit.count(), wanted));
        }
        return whole;
    }

    static Bytes of(String text) throws CsiException {
        try {
            return Bytes.parse(text);
        } catch (IllegalArgumentException e) {
            throw CsiException.invalidArgument("size: " + e.getMessage());
        }
    }
}
