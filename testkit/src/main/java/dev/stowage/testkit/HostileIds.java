package dev.stowage.testkit;

import java.util.List;

/// Ids that no driver returns.
final class HostileIds {

    private static final int LONG = 5000;
    private static final int SHOWN = 60;

    private HostileIds() {}

    static List<String> unknown() {
        return List.of(
                "stowage-no-such-id",
                "../../etc",
                "/etc/passwd",
                ".",
                "..",
                "-rf",
                "a\0b",
                "line\nbreak\u0007\u007f",
                "数据-🙂-ü",
                "%2e%2e%2f",
                "$(id)",
                "' OR '1'='1",
                "x".repeat(LONG));
    }

    static List<String> like(String id) {
        return List.of(id + "/", "./" + id, id + "/.", "x/../" + id, id + "\0", id + "\0x", id + "\n");
    }

    static String readable(String id) {
        String shown = id.length() <= SHOWN ? id : id.substring(0, SHOWN) + "… (" + id.length() + " characters)";
        return shown.replace("\0", "\\0").replace("\n", "\\n").replaceAll("\\p{Cntrl}", "?");
    }
}
