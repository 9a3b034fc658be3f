package dev.stowage.interop.judge;

import dev.stowage.interop.program.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/// The files of a module that a judge was built with, beside its code.
public final class ModuleFolder {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private ModuleFolder() {}

    /// In Go's own cache, where nobody may write. A judge that was built before may have outlived its sources there;
    /// they are fetched again.
    public static Path of(BuiltJudges judges, Judge judge, String module) throws IOException, InterruptedException {
        try {
            Path recipe = Path.of(judges.path(judge)).resolveSibling("src");
            String go = GoToolchain.find().program().toString();
            Program.run(PATIENCE, go, "mod", "download", "-C", recipe.toString(), module)
                    .orThrow();
            return Path.of(Program.run(PATIENCE, go, "list", "-C", recipe.toString(), "-m", "-f", "{{.Dir}}", module)
                    .orThrow()
                    .strip());
        } catch (MissingTool e) {
            throw new IOException(e.getMessage(), e);
        }
    }
}
