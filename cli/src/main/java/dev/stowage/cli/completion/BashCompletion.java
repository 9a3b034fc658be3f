package dev.stowage.cli.completion;

import dev.stowage.cli.reference.CommandManual;
import dev.stowage.flags.Flag;
import java.util.List;
import java.util.stream.Collectors;

/// Completion for bash, without the package bash-completion.
final class BashCompletion {

    /// `=` is a word of its own for bash, so `--output=json` is three; both ways of giving a value are understood.
    private static final String FRAME = """
            # Completion of stowage for bash; made by "stowage completion bash".

            _stowage_words() {
                mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2")
                if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == */ ]]; then
                    compopt -o nospace 2>/dev/null
                fi
            }

            _stowage_names() {
                compopt -o filenames 2>/dev/null
                mapfile -t COMPREPLY < <(compgen "$1" -- "$2")
            }

            _stowage() {
                local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} flag='' path='' i
                COMPREPLY=()
                if ((COMP_CWORD == 1)); then
                    _stowage_words '@COMMANDS@ --help --version' "$cur"
                    return
                fi
                path=${COMP_WORDS[1]}
                for ((i = 2; i < COMP_CWORD; i++)); do
                    case "$path ${COMP_WORDS[i]}" in
            @VERBS@
                    esac
                done
                if [[ $cur == = ]]; then
                    cur=
                    flag=$prev
                elif [[ $prev == = ]]; then
                    flag=${COMP_WORDS[COMP_CWORD - 2]}
                elif [[ $prev == -* ]]; then
                    flag=$prev
                fi
                if [[ -n $flag ]]; then
                    flag=${flag#-}
                    case "$path --${flag#-}" in
            @VALUES@
                    esac
                fi
                case $path in
            @LINES@
                esac
            }

            complete -F _stowage stowage ./stowage kubectl-stowage
            """;

    private BashCompletion() {}

    static String of(List<CommandManual> commands) {
        List<CommandManual> entries =
                commands.stream().flatMap(CommandManual::all).toList();
        return FRAME.replace(
                        "@COMMANDS@", commands.stream().map(CommandManual::path).collect(Collectors.joining(" ")))
                .replace("@VERBS@", verbs(commands))
                .replace(
                        "@VALUES@",
                        entries.stream().map(BashCompletion::values).collect(Collectors.joining())
                                + "            *) ;;")
                .replace(
                        "@LINES@",
                        entries.stream().map(BashCompletion::line).collect(Collectors.joining()) + "        *) ;;");
    }

    private static String verbs(List<CommandManual> commands) {
        return commands.stream()
                        .flatMap(command -> command.verbs().stream())
                        .map(verb -> "            '%s') path='%s' && break ;;%n".formatted(verb.path(), verb.path()))
                        .collect(Collectors.joining())
                + "            *) ;;";
    }

    /// One arm for a flag with a value: even when nothing is known about the value, it is no place for another flag.
    private static String values(CommandManual commandManual) {
        return commandManual.commandHelp().flags().stream()
                .filter(flag -> !flag.isBoolean())
                .map(flag -> "            '%s --%s')%s return ;;%n"
                        .formatted(commandManual.path(), flag.name(), value(flag)))
                .collect(Collectors.joining());
    }

    private static String value(Flag<?> flag) {
        if (flag.isFolder()) {
            return " _stowage_names -d \"$cur\";";
        }
        if (flag.isFile()) {
            return " _stowage_names -f \"$cur\";";
        }
        return flag.choices().isEmpty() ? "" : " _stowage_words '" + String.join(" ", flag.choices()) + "' \"$cur\";";
    }

    private static String line(CommandManual commandManual) {
        String words = commandManual.takesFiles()
                ? "_stowage_names -f \"$cur\""
                : "_stowage_words '" + String.join(" ", commandManual.words()) + "' \"$cur\"";
        return "        '%s')%n            if [[ $cur == -* ]]; then%n                _stowage_words '%s' \"$cur\"%n"
                        .formatted(commandManual.path(), commandManual.flagWords())
                + "            else%n                %s%n            fi%n            ;;%n".formatted(words);
    }
}
