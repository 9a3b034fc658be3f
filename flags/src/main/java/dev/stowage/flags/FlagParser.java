package dev.stowage.flags;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Parses one command line. Long names take one dash or two, as with Go's `flag`; short forms take one dash and
/// can be combined (`-Ao json`, `-nkube-system`), as with kubectl. A long name wins over combined short forms.
final class FlagParser {

    enum Result {
        PARSED,
        HELP
    }

    private final Map<String, Flag<?>> declared;
    private final Map<String, Flag<?>> shorthands;
    private final Set<String> accumulating;
    private final Iterator<String> args;
    private final Map<String, Object> values = new HashMap<>();
    private final List<String> arguments = new ArrayList<>();

    FlagParser(
            Map<String, Flag<?>> declared,
            Map<String, Flag<?>> shorthands,
            Set<String> accumulating,
            List<String> args) {
        this.declared = declared;
        this.shorthands = shorthands;
        this.accumulating = accumulating;
        this.args = args.iterator();
    }

    Map<String, Object> values() {
        return values;
    }

    List<String> arguments() {
        return arguments;
    }

    /// Stops at the first `--help`; an error before it is still an error.
    Result run() {
        while (args.hasNext()) {
            String arg = args.next();
            if (arg.equals("--")) {
                args.forEachRemaining(arguments::add);
            } else if (!arg.startsWith("-") || arg.equals("-")) {
                arguments.add(arg);
            } else if (isHelp(arg)) {
                return Result.HELP;
            } else {
                flag(arg);
            }
        }
        return Result.PARSED;
    }

    private static boolean isHelp(String arg) {
        String name = withoutDashes(arg);
        return name.equals("help") || name.equals("h");
    }

    private void flag(String arg) {
        String body = withoutDashes(arg);
        int equals = body.indexOf('=');
        String name = equals < 0 ? body : body.substring(0, equals);
        Flag<?> flag = declared.get(name);
        if (flag != null) {
            set(flag, equals < 0 ? Optional.empty() : Optional.of(body.substring(equals + 1)));
        } else if (!arg.startsWith("--") && shorthands.containsKey(body.substring(0, 1))) {
            combined(arg, body);
        } else {
            throw unknown(name, arg);
        }
    }

    /// `-A`, `-n=shop`, `-nshop`, `-An shop`.
    private void combined(String arg, String letters) {
        for (int i = 0; i < letters.length(); i++) {
            Flag<?> flag = shorthands.get(letters.substring(i, i + 1));
            if (flag == null) {
                throw unknown(withoutDashes(arg), arg);
            }
            String rest = letters.substring(i + 1);
            if (rest.startsWith("=")) {
                set(flag, Optional.of(rest.substring(1)));
                return;
            }
            if (!flag.isBoolean()) {
                set(flag, rest.isEmpty() ? Optional.empty() : Optional.of(rest));
                return;
            }
            set(flag, Optional.empty());
        }
    }

    private void set(Flag<?> flag, Optional<String> given) {
        if (given.isPresent()) {
            keep(flag.name(), parse(flag, given.get()));
        } else if (flag.isBoolean()) {
            values.put(flag.name(), true);
        } else if (args.hasNext()) {
            keep(flag.name(), parse(flag, args.next()));
        } else {
            throw new UsageException("flag --" + flag.name() + " needs a value: " + flag.shown());
        }
    }

    private void keep(String name, Object value) {
        Object before = accumulating.contains(name) ? values.get(name) : null;
        values.put(name, before == null ? value : before + "," + value);
    }

    private static Object parse(Flag<?> flag, String text) {
        try {
            return flag.valueParser().read(text);
        } catch (IllegalArgumentException e) {
            throw new UsageException("flag --" + flag.name() + ": " + e.getMessage());
        }
    }

    private UsageException unknown(String name, String arg) {
        boolean isLetter = name.length() == 1 && !arg.startsWith("--");
        Optional<String> suggestion = shorthands.containsKey(name)
                ? Optional.of("-" + name)
                : SpellingSuggestion.nearest(name, declared.keySet()).map(near -> "--" + near);
        return new UsageException("unknown flag " + (isLetter ? "-" : "--") + name
                + suggestion.map(near -> "; did you mean " + near + "?").orElse("")
                + " (--help lists the flags)");
    }

    private static String withoutDashes(String arg) {
        return arg.substring(arg.startsWith("--") ? 2 : 1);
    }
}
