package dev.stowage.cli.up.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.flags.FlagSet;
import dev.stowage.flags.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ClusterFinderTest {
    private static final Path ONE = Path.of("/clusters/one");
    private static final Path TWO = Path.of("/clusters/two");

    @TempDir
    private Path home;

    private ClusterFinder finder(Map<String, String> environment, Path... running) {
        return new ClusterFinder(environment, () -> List.of(running));
    }

    private static ClusterChoice choice(String... args) {
        FlagSet flags = new FlagSet("test", "Test.");
        ClusterFlags declared = ClusterFlags.declare(flags);
        return declared.read(flags.parse(args));
    }

    @Test
    void aFlagWinsOverTheVariableAndWhatRuns() throws Exception {
        ClusterFinder finder = finder(Map.of("KUBECONFIG", "/other"), ONE, TWO);
        assertThat(finder.find(choice("--data", "/my/data")))
                .isEqualTo(new ClusterLocation.OfUp(Path.of("/my/data")))
                .returns("/my/data/kubeconfig", ClusterLocation::kubeconfig);
        assertThat(finder.find(choice("--kubeconfig", "/my/file")))
                .isEqualTo(new ClusterLocation.OfKubeconfig("/my/file"));
    }

    @Test
    void theVariableWinsOverWhatRuns() throws Exception {
        assertThat(finder(Map.of("KUBECONFIG", "/other"), ONE).find(ClusterChoice.NONE))
                .isEqualTo(new ClusterLocation.OfKubeconfig("/other"));
    }

    @Test
    void theOnlyOneThatRunsIsMeant() throws Exception {
        Files.createDirectories(home.resolve(".kube"));
        Files.writeString(home.resolve(".kube/config"), "");
        Map<String, String> environment = Map.of("HOME", home.toString());
        assertThat(finder(environment, ONE).find(ClusterChoice.NONE)).isEqualTo(new ClusterLocation.OfUp(ONE));
        assertThat(finder(environment, ONE).findUp(ClusterChoice.NONE)).isEqualTo(new ClusterLocation.OfUp(ONE));
        assertThat(finder(environment).find(ClusterChoice.NONE))
                .as("kubectl's own file is the last choice")
                .isEqualTo(new ClusterLocation.OfKubeconfig(
                        home.resolve(".kube/config").toString()));
    }

    @Test
    void severalAreListedAndNoneIsGuessed() {
        for (var find : List.<Finding>of(ClusterFinder::find, ClusterFinder::findUp)) {
            assertThatThrownBy(() -> find.of(finder(Map.of(), ONE, TWO), ClusterChoice.NONE))
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining("several clusters are running")
                    .hasMessageContaining("--data /clusters/one\n")
                    .hasMessageContaining("--data /clusters/two");
        }
    }

    private interface Finding {
        ClusterLocation of(ClusterFinder finder, ClusterChoice choice) throws IOException;
    }

    @Test
    void withoutAnyTheMessageSaysWhatToDo() throws Exception {
        ClusterLocation nowhere = finder(Map.of("HOME", home.toString())).find(ClusterChoice.NONE);
        assertThatThrownBy(nowhere::access)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("start one with \"stowage up\"")
                .hasMessageContaining("--kubeconfig");
        assertThat(finder(Map.of()).findUp(ClusterChoice.NONE)).isInstanceOf(ClusterLocation.Nowhere.class);
    }

    @Test
    void theKubeconfigOfAnUpMeansThatUp() throws Exception {
        UpInstanceFile.writeEnd(home, "Bye.");
        String file = home.resolve("kubeconfig").toString();
        assertThat(finder(Map.of("KUBECONFIG", file)).findUp(ClusterChoice.NONE))
                .isEqualTo(new ClusterLocation.OfUp(home));
        assertThatThrownBy(finder(Map.of()).find(choice("--kubeconfig", file))::access)
                .isInstanceOf(IOException.class)
                .hasMessage("the cluster in " + home + " is not running (start it with \"stowage up --data " + home
                        + "\")");
    }

    @Test
    void anotherKubeconfigIsNotThatOfAnUp() {
        assertThatThrownBy(() ->
                        finder(Map.of("KUBECONFIG", "/etc/admin.conf"), ONE).findUp(ClusterChoice.NONE))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("KUBECONFIG: /etc/admin.conf is not the kubeconfig of a \"stowage up\"");
    }

    @Test
    void aDirectoryWithoutAClusterIsNamed() throws Exception {
        ClusterLocation location = finder(Map.of()).find(choice("--data", home.toString()));
        assertThatThrownBy(location::access)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no cluster in " + home)
                .hasMessageContaining("stowage up --data " + home);
    }

    @Test
    void anEmptyDirectoryNameAndTwoClustersAreRefused() {
        assertThatThrownBy(() -> choice("--data="))
                .isInstanceOf(UsageException.class)
                .hasMessage("flag --data: the value is empty");
        assertThatThrownBy(() -> choice("--data=/a", "--kubeconfig=/b"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("cannot be used together");
    }
}
