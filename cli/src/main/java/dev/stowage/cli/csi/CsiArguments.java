package dev.stowage.cli.csi;

import dev.stowage.flags.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A command line split into the verb and everything else, in order.
record CsiArguments(Optional<String> verb, List<String> rest, boolean help) {

    /// Only global flags may precede the verb, and all of them take a value.
    static CsiArguments split(List<String> args) {
        List<String> before = new ArrayList<>();
        for (int i = 0; i < args.size(); i++) {
            String arg = args.get(i);
            if (arg.equals("help")) {
                return helpOn(args.subList(i + 1, args.size()));
            }
            if (!arg.startsWith("-")) {
                before.addAll(args.subList(i + 1, args.size()));
                return new CsiArguments(Optional.of(arg), List.copyOf(before), false);
            }
            String body = arg.substring(arg.startsWith("--") ? 2 : 1);
            if (body.equals("help") || body.equals("h")) {
                return new CsiArguments(Optional.empty(), List.of(), true);
            }
            String name = body.contains("=") ? body.substring(0, body.indexOf('=')) : body;
            if (!GlobalFlags.NAMES.contains(name)) {
                throw new UsageException("flag --" + name + " must follow the verb: stowage csi VERB --" + name
                        + " … (stowage csi --help lists the verbs)");
            }
            before.add(arg);
            if (!body.contains("=") && i + 1 < args.size()) {
                before.add(args.get(++i));
            }
        }
        return new CsiArguments(Optional.empty(), List.copyOf(before), false);
    }

    /// `help` shows all verbs, `help VERB` the flags of one.
    private static CsiArguments helpOn(List<String> verbs) {
        return verbs.isEmpty()
                ? new CsiArguments(Optional.empty(), List.of(), true)
                : new CsiArguments(Optional.of(verbs.getFirst()), List.of("--help"), false);
    }
}
