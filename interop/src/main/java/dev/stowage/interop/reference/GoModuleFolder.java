package dev.stowage.interop.reference;

import dev.stowage.interop.process.ProcessRunner;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/// The non-code files of a module that a reference program was built from.
public final class GoModuleFolder {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private GoModuleFolder() {}

    /// In Go's module cache, which is read-only. The sources of a cached reference program may have been
    /// removed there; they are downloaded again.
    public static Path of(BuiltPrograms programs, ReferenceProgram referenceProgram, String module)
            throws IOException, InterruptedException {
        try {
            Path recipe = Path.of(programs.path(referenceProgram)).resolveSibling("src");
            String go = GoToolchain.find().program().toString();
            ProcessRunner.run(PATIENCE, go, "mod", "download", "-C", recipe.toString(), module)
                    .orThrow();
            return Path.of(
                    ProcessRunner.run(PATIENCE, go, "list", "-C", recipe.toString(), "-m", "-f", "{{.Dir}}", module)
                            .orThrow()
                            .strip());
        } catch (MissingToolException e) {
            throw new IOException(e.getMessage(), e);
        }
    }
}
