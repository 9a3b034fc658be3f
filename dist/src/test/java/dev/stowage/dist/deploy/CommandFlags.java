package dev.stowage.dist.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// The flags of a command, as the reference lists them. Another test compares the reference with the code.
final class CommandFlags {

    private static final Pattern FLAG = Pattern.compile("(?m)^\\| `(?:-[A-Za-z], )?--?([a-z0-9-]+)[ `]");

    private CommandFlags() {}

    /// Their names, without dashes.
    static Set<String> of(String command) throws IOException {
        String page = DeployFiles.text(DeployFiles.ROOT.resolve("docs/reference/commands.md"));
        int begin = page.indexOf("\n## stowage " + command + "\n");
        assertThat(begin).as("a command by the name of %s", command).isPositive();
        int end = page.indexOf("\n## ", begin + 1);
        Set<String> found = new TreeSet<>();
        FLAG.matcher(page.substring(begin, end < 0 ? page.length() : end))
                .results()
                .forEach(one -> found.add(one.group(1)));
        return found;
    }
}
