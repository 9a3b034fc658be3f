package dev.stowage.flags;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// The flags of one command: declared once, then used both to parse and to teach.
public final class FlagSet {

    private final String usage;
    private final String summary;
    private final Map<String, Flag<?>> declared = new LinkedHashMap<>();
    private final Set<String> joined = new HashSet<>();
    private int mostArguments;
    private String examples = "";
    private List<String> words = List.of();
    private List<String> verbs = List.of();

    /// @param usage the command line's shape, for example `stowage csi --endpoint unix:///… RPC [flags]`
    /// @param summary what the command does, one or more sentences
    public FlagSet(String usage, String summary) {
        this.usage = usage;
        this.summary = summary;
    }

    /// Allows up to this many words that are not flags; without it there may be none.
    public FlagSet arguments(int most) {
        mostArguments = most;
        return this;
    }

    /// Words that may stand where no flag does, for completion; one with a slash at its end goes on (`pvc/`).
    public FlagSet words(List<String> known) {
        words = known;
        return this;
    }

    /// Words that have a command line of their own: `VERB --help` tells it.
    public FlagSet verbs(List<String> known) {
        verbs = known;
        return this;
    }

    /// Worked examples for the end of the help text.
    public FlagSet examples(String text) {
        examples = text.strip();
        return this;
    }

    public Flag<String> text(String name, String fallback, String help) {
        return add(new Flag<>(name, "TEXT", fallback, fallback, help, text -> text));
    }

    /// A text that must be one of these words; whoever declares it refuses others in its own terms.
    public Flag<String> choice(String name, List<String> choices, String fallback, String help) {
        return add(new Flag<>(name, String.join("|", choices), fallback, fallback, help, text -> text));
    }

    /// The name of a file; empty for none.
    public Flag<String> file(String name, String fallback, String help) {
        return add(new Flag<>(name, Flag.FILE, fallback, fallback, help, text -> text));
    }

    /// The name of a folder; empty for none.
    public Flag<String> directory(String name, String fallback, String help) {
        return add(new Flag<>(name, Flag.FOLDER, fallback, fallback, help, text -> text));
    }

    /// A text of parts with commas between them; each time that the flag is given adds to it, as Go's maps do.
    public Flag<String> commaSeparated(String name, String help) {
        joined.add(name);
        return text(name, "", help);
    }

    /// A text without which the command makes no sense.
    public Flag<String> required(String name, String placeholder, String help) {
        return add(new Flag<>(name, placeholder, null, "", help, text -> text));
    }

    public Flag<Boolean> bool(String name, boolean fallback, String help) {
        return add(new Flag<>(name, "", fallback, fallback ? "true" : "", help, ValueParsers::bool));
    }

    public Flag<Integer> integer(String name, int fallback, String help) {
        return add(new Flag<>(name, "N", fallback, Integer.toString(fallback), help, ValueParsers::integer));
    }

    /// A number of bytes, such as `10Gi`.
    public Flag<Long> size(String name, long fallback, String help) {
        return add(new Flag<>(name, "SIZE", fallback, ByteSize.format(fallback), help, ByteSize::parse));
    }

    public Flag<Duration> duration(String name, Duration fallback, String help) {
        return add(new Flag<>(name, "DURATION", fallback, GoDuration.format(fallback), help, GoDuration::parse));
    }

    public Flag<Path> path(String name, Path fallback, String help) {
        return add(new Flag<>(name, "PATH", fallback, fallback.toString(), help, ValueParsers::path));
    }

    /// Comma-separated `key=value` pairs, in the order they were given.
    public Flag<Map<String, String>> pairs(String name, String help) {
        return add(new Flag<>(name, "KEY=VALUE,…", Map.of(), "", help, ValueParsers::pairs));
    }

    /// Comma-separated words.
    public Flag<List<String>> list(String name, List<String> fallback, String help) {
        return add(new Flag<>(name, "A,B,…", fallback, String.join(",", fallback), help, ValueParsers::list));
    }

    /// A value of the caller's own kind.
    public <T> Flag<T> value(
            String name, String placeholder, T fallback, String help, Flag.ValueParser<T> valueParser) {
        return add(new Flag<>(name, placeholder, fallback, fallback.toString(), help, valueParser));
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

    /// @throws HelpRequested when the line asks for help
    /// @throws UsageException when the line is wrong
    public ParsedFlags parse(List<String> args) {
        Map<String, Object> values = new HashMap<>();
        List<String> words = new ArrayList<>();
        for (int i = 0; i < args.size(); i++) {
            String arg = args.get(i);
            if (arg.equals("--")) {
                words.addAll(args.subList(i + 1, args.size()));
                break;
            }
            if (!arg.startsWith("-") || arg.equals("-")) {
                words.add(arg);
                continue;
            }
            String body = arg.substring(arg.startsWith("--") ? 2 : 1);
            int equals = body.indexOf('=');
            String name = equals < 0 ? body : body.substring(0, equals);
            if (equals < 0 && (name.equals("help") || name.equals("h"))) {
                throw new HelpRequestedException(help(), commandHelp());
            }
            Flag<?> flag = declared.get(name);
            if (flag == null) {
                throw unknown(name);
            }
            if (equals >= 0) {
                keep(values, name, read(flag, body.substring(equals + 1)));
            } else if (flag.isBoolean()) {
                values.put(name, true);
            } else if (i + 1 < args.size()) {
                keep(values, name, read(flag, args.get(++i)));
            } else {
                throw new UsageException("flag --" + name + " needs a value: " + flag.shown());
            }
        }
        if (words.size() > mostArguments) {
            throw new UsageException("unexpected argument \"" + words.get(mostArguments) + "\"; usage: " + usage);
        }
        declared.values().stream()
                .filter(flag -> flag.isRequired() && !values.containsKey(flag.name()))
                .findFirst()
                .ifPresent(flag -> {
                    throw new UsageException("flag " + flag.shown() + " is required; usage: " + usage);
                });
        return new ParsedFlags(values, List.copyOf(words));
    }

    private void keep(Map<String, Object> values, String name, Object value) {
        Object before = joined.contains(name) ? values.get(name) : null;
        values.put(name, before == null ? value : before + "," + value);
    }

    private UsageException unknown(String name) {
        return new UsageException("unknown flag --" + name
                + SpellingSuggestion.nearest(name, declared.keySet())
                        .map(near -> "; did you mean --" + near + "?")
                        .orElse("")
                + " (--help lists the flags)");
    }

    private static Object read(Flag<?> flag, String text) {
        try {
            return flag.valueParser().read(text);
        } catch (IllegalArgumentException e) {
            throw new UsageException("flag --" + flag.name() + ": " + e.getMessage());
        }
    }

    /// Everything that was declared.
    public CommandHelp commandHelp() {
        return new CommandHelp(usage, summary, List.copyOf(declared.values()), mostArguments, words, verbs, examples);
    }

    /// The help text: usage, summary, the flags in the order of their declaration, examples.
    public String help() {
        StringBuilder text = new StringBuilder("Usage: ")
                .append(usage)
                .append("\n\n")
                .append(summary)
                .append('\n');
        int width = declared.values().stream()
                .mapToInt(flag -> flag.shown().length())
                .max()
                .orElse(0);
        if (width > 0) {
            text.append("\nFlags:\n");
        }
        for (Flag<?> flag : declared.values()) {
            String note = flag.isRequired()
                    ? " (required)"
                    : flag.shownDefault().isEmpty() ? "" : " (default " + flag.shownDefault() + ")";
            text.append("  %-".concat(width + "s  %s%s%n").formatted(flag.shown(), flag.help(), note));
        }
        if (!examples.isEmpty()) {
            text.append("\nExamples:\n");
            Stream.of(examples.split("\n"))
                    .forEach(line -> text.append("  ").append(line).append('\n'));
        }
        return text.toString();
    }
}
