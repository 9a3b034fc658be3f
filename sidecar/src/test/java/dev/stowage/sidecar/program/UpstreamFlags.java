package dev.stowage.sidecar.program;

import static java.util.Objects.requireNonNull;

import dev.stowage.flags.CommandHelp;
import dev.stowage.flags.GoDuration;
import dev.stowage.flags.HelpRequestedException;
import dev.stowage.kube.manager.Environment;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The flags of programs with their defaults: upstream's from a table, ours from their help.
final class UpstreamFlags {

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

    static Map<String, String> ours(Optional<RoleName> role, Environment environment) {
        CommandHelp help = CommandHelp.EMPTY;
        try {
            new SidecarFlags(role, RoleDefinition.all()).parse(List.of("--help"), environment);
        } catch (HelpRequestedException e) {
            help = e.commandHelp();
        }
        Map<String, String> flags = new TreeMap<>();
        help.flags().forEach(flag -> flags.put(flag.name(), value(flag.shownDefault())));
        return flags;
    }

    /// Normalizes a value: `1m0s` is a minute, 0 equals empty.
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
