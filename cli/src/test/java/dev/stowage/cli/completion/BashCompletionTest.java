package dev.stowage.cli.completion;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Runs the script in a real bash, with the words split as its line editor splits them.
final class BashCompletionTest {

    /// The words of the line are the arguments; the last one is the word under the cursor.
    private static final String ASK = """
            source "$0"
            COMP_WORDS=("$@")
            COMP_CWORD=$(($# - 1))
            _stowage
            printf '%s\\n' "${COMPREPLY[@]}"
            """;

    @TempDir
    Path folder;

    private String script = "";

    @BeforeEach
    void writeTheScript() throws IOException {
        CompletionScripts.require("bash");
        script = CompletionScripts.write(CompletionShell.BASH, folder).toString();
    }

    @Test
    void theFirstWordIsACommand() throws Exception {
        assertThat(complete("stowage", "")).contains("up", "csi", "driver", "completion", "build", "--version");
        assertThat(complete("stowage", "snap")).containsExactly("snapshot-controller");
    }

    @Test
    void flagsOfTheCommandAreOfferedByTheirBeginning() throws Exception {
        assertThat(complete("stowage", "up", "--no")).contains("--nodes");
        assertThat(complete("stowage", "driver", "--pool")).containsExactly("--pool", "--pool-size");
        assertThat(complete("stowage", "csi-provisioner", "--volume-name-p")).containsExactly("--volume-name-prefix");
    }

    @Test
    void aValueThatCanOnlyBeSomeWordsIsOfferedInBothWaysOfWriting() throws Exception {
        assertThat(complete("stowage", "driver", "--backend", ""))
                .containsExactly("image", "btrfs", "lvm", "directory", "shared");
        assertThat(complete("stowage", "driver", "--backend", "=")).contains("image", "shared");
        assertThat(complete("stowage", "driver", "--backend", "=", "b")).containsExactly("btrfs");
        assertThat(complete("stowage", "csi", "list", "--output", "=", "j")).containsExactly("json");
    }

    @Test
    void aVerbHasItsOwnFlags() throws Exception {
        assertThat(complete("stowage", "csi", "cre")).contains("create");
        assertThat(complete("stowage", "csi", "--timeout", "5s", "create", "--si"))
                .containsExactly("--size");
        assertThat(complete("stowage", "csi", "info", "--si")).isEmpty();
    }

    @Test
    void whatCanBeExplainedIsOffered() throws Exception {
        assertThat(complete("stowage", "explain", "p")).containsExactlyInAnyOrder("pod/", "pvc/", "pv/");
        assertThat(complete("stowage", "explain", "pvc/data", "-o", "")).containsExactly("text", "json");
    }

    @Test
    void filesAndFoldersAreOfferedWhereAFlagWantsThem() throws Exception {
        Path below = Files.createDirectory(folder.resolve("pool with blank"));
        Files.writeString(folder.resolve("pool.json"), "{}");
        assertThat(complete("stowage", "driver", "--pool", folder + "/pool")).containsExactly(below.toString());
        assertThat(complete("stowage", "driver", "--config", folder + "/pool"))
                .containsExactlyInAnyOrder(below.toString(), folder + "/pool.json");
    }

    @Test
    void aMoveIsCompletedLikeEveryCommand() throws Exception {
        assertThat(complete("stowage", "mov")).containsExactly("move");
        assertThat(complete("stowage", "move", "p")).containsExactly("pvc/");
        assertThat(complete("stowage", "drain", "--con")).containsExactly("--concurrency");
        assertThat(complete("stowage", "prom")).containsExactly("promote");
        assertThat(complete("stowage", "promote", "p")).containsExactly("pvc/");
        assertThat(complete("stowage", "promote", "pvc/data", "--node-")).containsExactly("--node-is-down");
    }

    @Test
    void nothingIsOfferedWhereNothingIsKnown() throws Exception {
        assertThat(complete("stowage", "up", "--port", "")).isEmpty();
        assertThat(complete("stowage", "nonsense", "")).isEmpty();
    }

    @Test
    void aSwitchIsNotTakenForAFlagWithAValue() throws Exception {
        assertThat(complete("stowage", "driver", "--thin", "--bac")).containsExactly("--backend");
    }

    private List<String> complete(String... words) throws IOException, InterruptedException {
        List<String> argv = new ArrayList<>(List.of("bash", "--norc", "-c", ASK, script));
        argv.addAll(List.of(words));
        return CompletionScripts.run(argv.toArray(String[]::new)).stream()
                .filter(line -> !line.isEmpty())
                .toList();
    }
}
