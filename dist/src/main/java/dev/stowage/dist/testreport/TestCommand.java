package dev.stowage.dist.testreport;

import dev.stowage.cli.Command;
import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import java.nio.file.Path;
import java.util.List;

/// The last step of `./stowage test`: the launcher has run Maven, and this reads the results.
public final class TestCommand implements Command {

    @Override
    public String name() {
        return "test";
    }

    @Override
    public String summary() {
        return "Run the tests that need neither Go tools nor kubectl.";
    }

    @Override
    public int run(List<String> args) throws Exception {
        FlagSet flags = new FlagSet(
                        "stowage test [Maven's arguments]",
                        "Builds and runs the tests of all modules and prints the counts in the last line. Arguments are"
                                + " passed to Maven. Exit status 1 means that a test failed, or that none ran.")
                .examples("""
                        stowage test
                        stowage test -pl csi
                        stowage test -pl csi -Dtest=SocketServerTest""");
        Flag<Integer> mavenStatus = flags.integer("maven-status", 0, "Maven's exit status (set by the launcher)");
        Flag<Path> log = flags.path("log", Path.of("target", "stowage-test.log"), "Maven's log (set by the launcher)");
        ParsedFlags line = flags.parse(args);
        Path home = Path.of(System.getProperty("stowage.home", "."));
        TestReport report = new TestReport(
                SurefireReports.beneath(home), MavenLog.brokenModules(line.value(log)), line.value(mavenStatus));
        System.out.print(report.text());
        return report.isGreen() ? 0 : 1;
    }
}
