package dev.stowage.cli.csi;

import java.util.List;
import java.util.stream.Collectors;

/// One RPC as it is typed.
///
/// @param name the word on the command line; the RPC's own name is understood too
/// @param arguments fields that may be given as plain words, in this order, or as flags; each must be given
/// @param inputs what else of the request has a flag
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

    /// Whether the call is meant to change something: what only asks may fail without leaving a doubt.
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
