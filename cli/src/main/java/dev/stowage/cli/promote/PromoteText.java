package dev.stowage.cli.promote;

import dev.stowage.cli.move.MoveText;
import java.util.Locale;

/// What a promotion is doing, in plain words.
final class PromoteText {

    private PromoteText() {}

    /// One line, for a promotion that has not ended.
    ///
    /// @param requested as it was right after the request
    static String activity(VolumeStandby requested, VolumeStandby now) {
        String message = printable(now.message());
        if (now.isPromoting()) {
            return message.isEmpty() ? "Promoting the copy on node " + now.node() : capitalized(message);
        }
        String waiting = "Waiting for the mover of node " + now.node();
        return message.isEmpty() || now.message().equals(requested.message()) ? waiting : waiting + "; " + message;
    }

    static String promoted(VolumeStandby standby) {
        String text = "Promoted the copy of pvc/%s on node %s: it is the volume now."
                .formatted(standby.claimName(), standby.node());
        return standby.loss().map(loss -> text + " " + loss.text()).orElse(text);
    }

    static String refused(VolumeStandby standby, String why) {
        return "The copy of pvc/%s on node %s was not promoted: %s".formatted(standby.claimName(), standby.node(), why);
    }

    /// Text from a driver or another node may have anything in it.
    static String printable(String text) {
        return MoveText.printable(text);
    }

    private static String capitalized(String text) {
        return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }
}
