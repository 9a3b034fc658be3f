package dev.stowage.driver.mounter.protocol;

import java.util.Optional;
import java.util.regex.Pattern;

/// What a client asks the mounter for. A request names a share of the mounter's own configuration; nothing that a
/// client sends becomes a path, a program or an argument.
public sealed interface MounterRequest {
    /// Both sides send it; another version is refused.
    String VERSION = "stowage-mounter/1";

    Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");

    /// The share is mounted and answers when the response is sent.
    record Mount(String name) implements MounterRequest {}

    /// Refused while the share is in use.
    record Unmount(String name) implements MounterRequest {}

    record ListShares() implements MounterRequest {}

    /// One line for every mounted share, and one each time that a share is mounted again.
    record Watch() implements MounterRequest {}

    default String line() {
        return VERSION + " "
                + switch (this) {
                    case Mount mount -> "mount " + mount.name();
                    case Unmount unmount -> "unmount " + unmount.name();
                    case ListShares _ -> "list";
                    case Watch _ -> "watch";
                };
    }

    /// Empty for anything that is not a request of this version.
    static Optional<MounterRequest> parse(String line) {
        String[] words = line.split(" ", -1);
        if (!words[0].equals(VERSION) || words.length < 2) {
            return Optional.empty();
        }
        boolean named = words.length == 3 && NAME.matcher(words[2]).matches();
        return switch (words[1]) {
            case "mount" -> named ? Optional.of(new Mount(words[2])) : Optional.empty();
            case "unmount" -> named ? Optional.of(new Unmount(words[2])) : Optional.empty();
            case "list" -> words.length == 2 ? Optional.of(new ListShares()) : Optional.empty();
            case "watch" -> words.length == 2 ? Optional.of(new Watch()) : Optional.empty();
            default -> Optional.empty();
        };
    }
}
