package dev.stowage.cli.completion;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Runs a real zsh on a terminal: types a tab and reads the resulting line.
final class ZshCompletionTest {

    /// On Ctrl-X, the line editor of the inner shell writes its line to a file.
    private static final String TYPE = """
            zmodload zsh/zpty
            zpty inner 'TERM=dumb PS1= zsh -f -i'
            zpty -w inner "autoload -Uz compinit; compinit -D -u; source $1"
            zpty -w inner "tell() { print -r -- \\$BUFFER > $3; exit }; zle -N tell; bindkey '^X' tell; setopt no_auto_menu"
            zpty -n -w inner "$2"$'\\t'$'\\x18'
            while zpty -r inner line; do :; done
            cat "$3"
            """;

    @TempDir
    Path folder;

    private String script = "";

    @BeforeEach
    void writeTheScript() throws IOException {
        CompletionScripts.require("zsh");
        script = CompletionScripts.write(CompletionShell.ZSH, folder).toString();
    }

    @Test
    void aCommandIsCompleted() throws Exception {
        assertThat(afterTab("stowage snap")).isEqualTo("stowage snapshot-controller ");
    }

    @Test
    void aFlagOfTheCommandIsCompleted() throws Exception {
        assertThat(afterTab("stowage apiserver --kubeconfig-o")).isEqualTo("stowage apiserver --kubeconfig-out=");
        assertThat(afterTab("stowage driver --backend=b")).isEqualTo("stowage driver --backend=btrfs ");
    }

    @Test
    void aVerbHasItsOwnFlags() throws Exception {
        assertThat(afterTab("stowage csi list-sn")).isEqualTo("stowage csi list-snapshots ");
        assertThat(afterTab("stowage csi create --siz")).isEqualTo("stowage csi create --size=");
    }

    private String afterTab(String line) throws IOException, InterruptedException {
        String answer = folder.resolve("answer").toString();
        return String.join("\n", CompletionScripts.run("zsh", "-f", "-c", TYPE, "zsh", script, line, answer));
    }
}
