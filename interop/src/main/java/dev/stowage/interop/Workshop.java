package dev.stowage.interop;

import dev.stowage.interop.judge.DebianPackage;
import dev.stowage.interop.judge.DebianPackages;
import dev.stowage.interop.judge.Judge;
import dev.stowage.interop.judge.Judges;
import dev.stowage.interop.judge.MissingTool;
import dev.stowage.interop.suite.Bench;
import dev.stowage.interop.suite.Wishes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/// The real programs for somebody else than a suite, such as a benchmark that measures beside them.
public final class Workshop {
    private Workshop() {}

    /// Builds and installs what is missing. Closing the bench ends everything that was started on it.
    public static Bench open(String name, Set<Judge> judges, Set<DebianPackage> packages, Consumer<String> progress)
            throws MissingTool, IOException, InterruptedException {
        Map<String, String> environment = System.getenv();
        Path logs = Cache.newLogFolder(environment);
        new DebianPackages(mayInstall(environment), progress).ensure(new TreeSet<>(packages));
        Judges built = new Judges(Cache.root(environment).resolve("judges"), logs, progress);
        return Bench.open(logs.resolve(name), built.build(judges), Wishes.NONE, progress);
    }

    static boolean mayInstall(Map<String, String> environment) {
        return "root".equals(System.getProperty("user.name")) && !"1".equals(environment.get("STOWAGE_NO_INSTALL"));
    }
}
