package dev.stowage.cli.csi;

import dev.stowage.flags.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A command line taken apart: the verb, and everything else in its order.
record CsiArguments(Optional<String> verb, List<String> rest, boolean help) {

    /// Only general flags may stand in front of the verb, so what follows them is known to be a value.
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
                throw new UsageException("flag --" + name + " must stand behind the verb: stowage csi VERB --" + name
                        + " … (stowage csi --help lists the verbs)");
            }
            before.add(arg);
            if (!body.contains("=") && i + 1 < args.size()) {
                before.add(args.get(++i));
            }
        }
        return new CsiArguments(Optional.empty(), List.copyOf(before), false);
    }

    /// `help` alone is the page of all verbs, `help VERB` is the verb's.
    private static CsiArguments helpOn(List<String> verbs) {
        return verbs.isEmpty()
                ? new CsiArguments(Optional.empty(), List.of(), true)
                : new CsiArguments(Optional.of(verbs.getFirst()), List.of("--help"), false);
    }
}
