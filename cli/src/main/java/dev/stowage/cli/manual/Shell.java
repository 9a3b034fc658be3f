package dev.stowage.cli.manual;

import java.util.List;
import java.util.Locale;

/// A shell, and how its completion is put to use.
enum Shell {
    BASH("source <(stowage completion bash)"),
    ZSH("stowage completion zsh > \"${fpath[1]}/_stowage\""),
    FISH("stowage completion fish > ~/.config/fish/completions/stowage.fish");

    private final String use;

    Shell(String use) {
        this.use = use;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    String use() {
        return use;
    }

    String script(List<Entry> commands) {
        return switch (this) {
            case BASH -> BashScript.of(commands);
            case ZSH -> ZshScript.of(commands);
            case FISH -> FishScript.of(commands);
        };
    }
}
