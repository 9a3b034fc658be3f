package dev.stowage.cli.move;

import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.k8s.Quantity;
import java.util.regex.Pattern;

/// `--bandwidth-limit`: bytes a second, as a VolumeMove takes them.
public final class BandwidthLimit {
    private static final Pattern FORM = Pattern.compile("[0-9]+(\\.[0-9]+)?(k|M|G|T|Ki|Mi|Gi|Ti)?");

    private BandwidthLimit() {}

    public static Flag<String> flag(FlagSet flags) {
        return flags.value(
                "bandwidth-limit",
                "size",
                "",
                "The most bytes a second that a move sends, such as 50Mi.",
                BandwidthLimit::parse);
    }

    private static String parse(String text) {
        if (!FORM.matcher(text).matches() || Quantity.parse(text).value() <= 0) {
            throw new IllegalArgumentException("\"" + text + "\" is not a number of bytes a second such as 50Mi");
        }
        return text;
    }
}
