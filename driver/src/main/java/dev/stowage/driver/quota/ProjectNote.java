package dev.stowage.driver.quota;

import dev.stowage.sdk.VolumeId;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Which volume has which project id: the name of an empty file.
record ProjectNote(long project, VolumeId volume) {
    private static final Pattern NAME = Pattern.compile("([1-9][0-9]{0,9})\\.(.+)");

    String name() {
        return project + "." + volume.value();
    }

    static Optional<ProjectNote> parse(String name) {
        Matcher matcher = NAME.matcher(name);
        return matcher.matches()
                ? VolumeId.parse(matcher.group(2))
                        .map(volume -> new ProjectNote(Long.parseLong(matcher.group(1)), volume))
                : Optional.empty();
    }
}
