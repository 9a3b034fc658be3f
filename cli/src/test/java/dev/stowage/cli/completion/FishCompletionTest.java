package dev.stowage.cli.completion;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Queries a real fish for its completions.
final class FishCompletionTest {

    @TempDir
    Path folder;

    private String script = "";

    @BeforeEach
    void writeTheScript() throws IOException {
        CompletionScripts.require("fish");
        script = CompletionScripts.write(CompletionShell.FISH, folder).toString();
    }

    @Test
    void commandsComeWithTheirSentences() throws Exception {
        assertThat(complete("stowage sna"))
                .containsExactly("snapshot-controller\tRun the snapshot controller (drop-in for snapshot-controller).");
    }

    @Test
    void flagsOfTheCommandAreOffered() throws Exception {
        assertThat(words("stowage up --no")).contains("--nodes");
        assertThat(words("stowage driver --backend ")).contains("image", "btrfs", "directory", "shared");
        assertThat(words("stowage driver --backend=b")).containsExactly("--backend=btrfs");
    }

    @Test
    void aVerbHasItsOwnFlags() throws Exception {
        assertThat(words("stowage csi delete-s")).contains("delete-snapshot");
        assertThat(words("stowage csi create --si")).containsExactly("--size");
        assertThat(words("stowage csi info --si")).isEmpty();
    }

    private List<String> words(String line) throws IOException, InterruptedException {
        return complete(line).stream().map(found -> found.split("\t", 2)[0]).toList();
    }

    private List<String> complete(String line) throws IOException, InterruptedException {
        return CompletionScripts.run(
                "fish", "--no-config", "-c", "source $argv[1]; complete -C $argv[2]", script, line);
    }
}
