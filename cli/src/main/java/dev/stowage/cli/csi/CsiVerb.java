package dev.stowage.cli.csi;

import java.util.List;
import java.util.stream.Collectors;

/// One RPC as it is typed.
///
/// @param name the verb on the command line; the name of the RPC works too
/// @param arguments required fields, as positional arguments in this order or as flags
/// @param inputs the other fields with a flag
record CsiVerb(
        CsiService csiService,
        String name,
        String rpc,
        String summary,
        List<FieldFlag> arguments,
        List<RequestFlag> inputs,
        String example) {

    CsiVerb(CsiService csiService, String name, String rpc, String summary) {
        this(csiService, name, rpc, summary, List.of(), List.of(), "");
    }

    CsiVerb takes(FieldFlag... fields) {
        return new CsiVerb(csiService, name, rpc, summary, List.of(fields), inputs, example);
    }

    CsiVerb with(RequestFlag... more) {
        return new CsiVerb(csiService, name, rpc, summary, arguments, List.of(more), example);
    }

    CsiVerb example(String line) {
        return new CsiVerb(csiService, name, rpc, summary, arguments, inputs, line);
    }

    boolean isCalled(String word) {
        return word.equals(name) || word.equals(rpc);
    }

    /// Whether the answer is one page of a longer list.
    boolean isPaged() {
        return inputs.contains(CsiVerbs.TOKEN);
    }

    /// Whether the call changes something: a failed read-only call has no effect.
    boolean changes() {
        return !rpc.contains("Get") && !rpc.contains("List") && !rpc.startsWith("Probe") && !rpc.startsWith("Validate");
    }

    /// `create NAME`
    String shape() {
        return name
                + arguments.stream()
                        .map(argument -> " " + argument.placeholder())
                        .collect(Collectors.joining());
    }
}
