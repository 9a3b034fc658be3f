package dev.stowage.flags;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The flags of one command. Each is declared once; parsing, help, completion and reference all use the
/// declaration.
public final class FlagSet {

    private final String usage;
    private final String summary;
    private final Map<String, Flag<?>> declared = new LinkedHashMap<>();
    private final Map<String, Flag<?>> shorthands = new HashMap<>();
    private final Set<String> accumulating = new HashSet<>();
    private int maxArguments;
    private String examples = "";
    private List<String> words = List.of();
    private List<String> verbs = List.of();

    /// @param usage the syntax, for example `stowage csi --endpoint unix:///… RPC [flags]`
    /// @param summary what the command does, one or more sentences, the first of them starting with a verb
    public FlagSet(String usage, String summary) {
        this.usage = usage;
        this.summary = summary;
    }

    /// Allows up to this many arguments that are not flags; none by default.
    public FlagSet arguments(int max) {
        maxArguments = max;
        return this;
    }

    /// Possible arguments, for completion; one with a slash at its end is a prefix (`pvc/`).
    public FlagSet words(List<String> known) {
        words = known;
        return this;
    }

    /// Subcommands with their own flags, which `VERB --help` shows.
    public FlagSet verbs(List<String> known) {
        verbs = known;
        return this;
    }

    /// Examples for the help text, one per line.
    public FlagSet examples(String text) {
        examples = text.strip();
        return this;
    }

    public Flag<String> text(String name, String fallback, String help) {
        return add(new Flag<>(name, "string", fallback, fallback, help, text -> text));
    }

    /// One of these words; the caller rejects other values.
    public Flag<String> choice(String name, List<String> choices, String fallback, String help) {
        return add(new Flag<>(name, String.join("|", choices), fallback, fallback, help, text -> text));
    }

    /// A file name; empty for none.
    public Flag<String> file(String name, String fallback, String help) {
        return add(new Flag<>(name, Flag.FILE, fallback, fallback, help, text -> text));
    }

    /// A directory name; empty for none.
    public Flag<String> directory(String name, String fallback, String help) {
        return add(new Flag<>(name, Flag.DIRECTORY, fallback, fallback, help, text -> text));
    }

    /// A directory name that may be left out, but not be empty: `--data=` is a variable that is not set.
    public Flag<String> namedDirectory(String name, String help) {
        return add(new Flag<>(name, Flag.DIRECTORY, "", "", help, ValueParsers::nonEmpty));
    }

    /// Comma-separated text; repeating the flag appends to it, as with Go's map flags.
    public Flag<String> commaSeparated(String name, String help) {
        accumulating.add(name);
        return text(name, "", help);
    }

    /// A text that must be set, and not to nothing.
    public Flag<String> required(String name, String placeholder, String help) {
        return add(new Flag<>(name, placeholder, null, "", help, ValueParsers::nonEmpty));
    }

    public Flag<Boolean> bool(String name, boolean fallback, String help) {
        return add(new Flag<>(name, "", fallback, fallback ? "true" : "", help, ValueParsers::bool));
    }

    public Flag<Integer> integer(String name, int fallback, String help) {
        return add(new Flag<>(name, "int", fallback, Integer.toString(fallback), help, ValueParsers::integer));
    }

    /// A number of bytes, such as `10Gi`.
    public Flag<Long> size(String name, long fallback, String help) {
        return add(new Flag<>(name, "size", fallback, ByteSize.format(fallback), help, ByteSize::parse));
    }

    public Flag<Duration> duration(String name, Duration fallback, String help) {
        return add(new Flag<>(name, "duration", fallback, GoDuration.format(fallback), help, GoDuration::parse));
    }

    public Flag<Path> path(String name, Path fallback, String help) {
        return add(new Flag<>(name, Flag.PATH, fallback, fallback.toString(), help, ValueParsers::path));
    }

    /// Comma-separated `key=value` pairs, in the order they were given.
    public Flag<Map<String, String>> pairs(String name, String help) {
        return add(new Flag<>(name, "key=value,…", Map.of(), "", help, ValueParsers::pairs));
    }

    /// Comma-separated words.
    public Flag<List<String>> list(String name, List<String> fallback, String help) {
        return add(new Flag<>(name, "strings", fallback, String.join(",", fallback), help, ValueParsers::list));
    }

    /// A value of the caller's own type.
    public <T> Flag<T> value(
            String name, String placeholder, T fallback, String help, Flag.ValueParser<T> valueParser) {
        return add(new Flag<>(name, placeholder, fallback, fallback.toString(), help, valueParser));
    }

    /// Gives a declared flag a one-letter short form, as in `flags.shorthand("n", flags.text("namespace", …))`.
    public <T> Flag<T> shorthand(String letter, Flag<T> flag) {
        Flag<T> shortened = flag.withShorthand(letter);
        declared.put(flag.name(), shortened);
        if (declared.containsKey(letter) || shorthands.put(letter, shortened) != null) {
            throw new IllegalStateException("flag -" + letter + " is declared twice");
        }
        return shortened;
    }

    private <T> Flag<T> add(Flag<T> flag) {
        if (declared.put(flag.name(), flag) != null) {
            throw new IllegalStateException("flag --" + flag.name() + " is declared twice");
        }
        return flag;
    }

    public ParsedFlags parse(String... args) {
        return parse(Arrays.asList(args));
    }

    /// @throws HelpRequestedException when help is requested
    /// @throws UsageException when the command line is invalid
    public ParsedFlags parse(List<String> args) {
        FlagParser parser = new FlagParser(declared, shorthands, accumulating, args);
        if (parser.run() == FlagParser.Result.HELP) {
            throw new HelpRequestedException(help(), commandHelp());
        }
        List<String> arguments = parser.arguments();
        if (arguments.size() > maxArguments) {
            throw new UsageException("unexpected argument \"" + arguments.get(maxArguments) + "\"; usage: " + usage);
        }
        declared.values().stream()
                .filter(flag -> flag.isRequired() && !parser.values().containsKey(flag.name()))
                .findFirst()
                .ifPresent(flag -> {
                    throw new UsageException("flag --" + flag.name() + " is required; usage: " + usage);
                });
        return new ParsedFlags(parser.values(), List.copyOf(arguments));
    }

    /// Everything that was declared.
    public CommandHelp commandHelp() {
        return new CommandHelp(usage, summary, List.copyOf(declared.values()), maxArguments, words, verbs, examples);
    }

    public String help() {
        return HelpText.of(commandHelp());
    }
}
