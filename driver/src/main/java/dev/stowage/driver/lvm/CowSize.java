package dev.stowage.driver.lvm;

import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How much may be written to a thick volume while it is copied. The snapshot that keeps the point in time has room
/// for so much; it becomes invalid when more is written.
sealed interface CowSize {

    /// A parameter of a class.
    String KEY = "cowSize";

    Pattern SHARE = Pattern.compile("([1-9][0-9]?|100)%");

    /// A fifth of the volume, or less if the group has less: a tenth of that at least.
    record Usual() implements CowSize {
        private static final int PERCENT = 20;
        private static final int LEAST_PERCENT = 2;
    }

    /// As much of the volume can be overwritten, so the room is bigger: it also has the table of what was overwritten,
    /// 16 bytes for each chunk of 4 KiB.
    record Share(int percent) implements CowSize {
        private static final int TABLE_PERCENT = 1;
    }

    record Fixed(Bytes size) implements CowSize {}

    static CowSize parse(String text) throws CsiException {
        if (text.isEmpty()) {
            return new Usual();
        }
        Matcher share = SHARE.matcher(text);
        if (share.matches()) {
            return new Share(Integer.parseInt(share.group(1)));
        }
        try {
            Bytes size = Bytes.parse(text);
            if (!size.isZero()) {
                return new Fixed(size);
            }
        } catch (IllegalArgumentException e) {
            // As for a size of 0.
        }
        throw CsiException.invalidArgument(
                "parameter %s must be a size such as 10Gi, or a part of the volume from 1%% to 100%%, not \"%s\""
                        .formatted(KEY, text));
    }

    /// @param volume the size of the volume
    /// @param free what its group has
    /// @param extent of which the result is a multiple
    /// @throws CsiException RESOURCE_EXHAUSTED when the group has too little
    default Bytes of(Bytes volume, Bytes free, Bytes extent) throws CsiException {
        return switch (this) {
            case Usual _ -> {
                Bytes wanted = whole(percent(volume, Usual.PERCENT), extent);
                Bytes there = Bytes.of(free.count() / extent.count() * extent.count());
                requireFree(whole(percent(volume, Usual.LEAST_PERCENT), extent), there);
                yield there.isLessThan(wanted) ? there : wanted;
            }
            case Share(int percent) -> {
                Bytes part = Bytes.of(percent(volume, percent));
                yield requireFree(whole(withTable(part, extent), extent), free);
            }
            case Fixed(Bytes size) -> requireFree(whole(size.count(), extent), free);
        };
    }

    private static long percent(Bytes volume, int percent) {
        return volume.count() / 100 * percent;
    }

    private static long withTable(Bytes part, Bytes extent) {
        long table = percent(part, Share.TABLE_PERCENT) + extent.count();
        return part.count() > Long.MAX_VALUE - table ? Long.MAX_VALUE : part.count() + table;
    }

    private static Bytes whole(long size, Bytes extent) {
        // A size near the end of the numbers is refused as too big either way.
        long extents = Math.max(1, Math.ceilDiv(size, extent.count()));
        return Bytes.of(extents > Long.MAX_VALUE / extent.count() ? Long.MAX_VALUE : extents * extent.count());
    }

    private static Bytes requireFree(Bytes wanted, Bytes free) throws CsiException {
        if (free.isLessThan(wanted)) {
            throw new CsiException(
                    CsiCode.RESOURCE_EXHAUSTED,
                    "a copy of the volume needs %s for what is written meanwhile, and the volume group has %s left; extend it with vgextend, or lower parameter %s"
                            .formatted(wanted, free, KEY));
        }
        return wanted;
    }
}
