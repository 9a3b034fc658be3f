package dev.stowage.sidecar.program;

import static java.util.Objects.requireNonNull;

import dev.stowage.flags.GoDuration;
import dev.stowage.flags.HelpRequestedException;
import dev.stowage.kube.manager.Environment;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The flags of programs with their defaults: upstream's from a table, ours from their help.
final class UpstreamFlags {

    private static final Pattern OURS = Pattern.compile("  --([a-z-]+)(?: \\S+)? +.*?(?:\\(default (.*)\\))?");

    private UpstreamFlags() {}

    static Map<String, String> theirs(RoleName role) throws IOException {
        Map<String, String> flags = new TreeMap<>();
        String program = "";
        try (var in = requireNonNull(UpstreamFlags.class.getResourceAsStream("upstream-flags.txt"), "the table")) {
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                if (!line.startsWith(" ")) {
                    program = line;
                } else if (program.equals(role.program())) {
                    String[] words = line.strip().split(" ", 2);
                    flags.put(words[0], value(words.length > 1 ? words[1] : ""));
                }
            }
        }
        return flags;
    }

    static Map<String, String> ours(Optional<RoleName> role, Environment around) {
        String help = "";
        try {
            new SidecarFlags(role, RoleDefinition.all()).parse(List.of("--help"), around);
        } catch (HelpRequestedException e) {
            help = requireNonNull(e.getMessage(), "help");
        }
        Map<String, String> flags = new TreeMap<>();
        for (String line : help.lines().toList()) {
            Matcher flag = OURS.matcher(line);
            if (flag.matches()) {
                flags.put(
                        flag.group(1), value(Optional.ofNullable(flag.group(2)).orElse("")));
            }
        }
        return flags;
    }

    /// The same value however it is written: `1m0s` is a minute, 0 is as good as nothing.
    private static String value(String text) {
        if (text.matches("-?[0-9.]+")) {
            double number = Double.parseDouble(text);
            return number == 0 ? "" : Double.toString(number);
        }
        try {
            var duration = GoDuration.parse(text);
            return duration.isZero() ? "" : duration.toString();
        } catch (IllegalArgumentException e) {
            return text;
        }
    }
}
