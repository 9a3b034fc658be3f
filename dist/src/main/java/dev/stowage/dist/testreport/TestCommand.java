package dev.stowage.dist.testreport;

import dev.stowage.cli.Command;
import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import java.nio.file.Path;
import java.util.List;

/// The end of `./stowage test`: the launcher has run Maven, this reads what came of it.
public final class TestCommand implements Command {

    @Override
    public String name() {
        return "test";
    }

    @Override
    public String summary() {
        return "Run every test that needs neither a Go tool nor kubectl.";
    }

    @Override
    public int run(List<String> args) throws Exception {
        FlagSet flags = new FlagSet(
                        "stowage test [Maven's arguments]",
                        "Builds and runs the tests of all modules and ends with one line that counts them. Arguments go"
                                + " to Maven as they are. Exit status 1 says that a test failed, or that none ran.")
                .examples("""
                        stowage test
                        stowage test -pl csi
                        stowage test -pl csi -Dtest=SocketServerTest""");
        Flag<Integer> mavenStatus = flags.integer("maven-status", 0, "how Maven ended (the launcher tells)");
        Flag<Path> log = flags.path("log", Path.of("target", "stowage-test.log"), "Maven's log (the launcher tells)");
        ParsedFlags line = flags.parse(args);
        Path home = Path.of(System.getProperty("stowage.home", "."));
        TestReport report = new TestReport(
                SurefireReports.beneath(home), MavenLog.brokenModules(line.value(log)), line.value(mavenStatus));
        System.out.print(report.text());
        return report.isGreen() ? 0 : 1;
    }
}
