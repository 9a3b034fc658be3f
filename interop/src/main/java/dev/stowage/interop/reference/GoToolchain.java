package dev.stowage.interop.reference;

import dev.stowage.interop.process.ProcessResult;
import dev.stowage.interop.process.ProcessRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The Go on this machine.
///
/// @param version as it reports it, for example `go version go1.26.8 linux/amd64`
record GoToolchain(Path program, String version) {

    private static final Pattern NUMBER = Pattern.compile("go1\\.(\\d+)");

    /// Since 1.21, an older Go downloads the version that a module requires.
    private static final int OLDEST = 21;

    static GoToolchain find() throws MissingToolException, IOException, InterruptedException {
        String path = System.getenv().getOrDefault("PATH", "");
        return find(Stream.concat(Arrays.stream(path.split(":", -1)), Stream.of("/usr/local/go/bin", "/usr/lib/go/bin"))
                .filter(folder -> !folder.isEmpty())
                .map(Path::of)
                .toList());
    }

    static GoToolchain find(List<Path> folders) throws MissingToolException, IOException, InterruptedException {
        Path program = folders.stream()
                .map(folder -> folder.resolve("go"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() ->
                        new MissingToolException("Go is not installed, and the reference programs are built with it."
                                + " Install Go 1.26 or newer and put it on the PATH."));
        ProcessResult asked = ProcessRunner.run(Duration.ofSeconds(60), program.toString(), "version");
        String version = asked.orThrow().strip();
        Matcher number = NUMBER.matcher(version);
        if (number.find() && Integer.parseInt(number.group(1)) < OLDEST) {
            throw new MissingToolException(
                    "%s is too old (%s): the reference programs need Go 1.26 or newer.".formatted(program, version));
        }
        return new GoToolchain(program, version);
    }
}
