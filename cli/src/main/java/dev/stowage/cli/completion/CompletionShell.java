package dev.stowage.cli.completion;

import dev.stowage.cli.reference.CommandManual;
import java.util.List;
import java.util.Locale;

/// A supported shell, with the command that installs its completion.
enum CompletionShell {
    BASH("source <(stowage completion bash)"),
    ZSH("stowage completion zsh > \"${fpath[1]}/_stowage\""),
    FISH("stowage completion fish > ~/.config/fish/completions/stowage.fish");

    private final String use;

    CompletionShell(String use) {
        this.use = use;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    String use() {
        return use;
    }

    String script(List<CommandManual> commands) {
        return switch (this) {
            case BASH -> BashCompletion.of(commands);
            case ZSH -> ZshCompletion.of(commands);
            case FISH -> FishCompletion.of(commands);
        };
    }
}
