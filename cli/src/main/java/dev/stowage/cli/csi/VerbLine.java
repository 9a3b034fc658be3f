package dev.stowage.cli.csi;

import com.google.protobuf.Message;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import dev.stowage.flags.UsageException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The command line of one verb: what it declares, and what was given.
final class VerbLine {

    private final Verb verb;
    private final General general;
    private final @Nullable Flag<Boolean> all;
    private final Map<FieldInput, Flag<?>> arguments = new LinkedHashMap<>();
    private final List<Input.Filler> fillers = new ArrayList<>();
    private final ParsedFlags parsed;

    /// @throws UsageException for a wrong line
    /// @throws dev.stowage.flags.HelpRequestedException for `--help`
    VerbLine(Verb verb, List<String> args) {
        this.verb = verb;
        FlagSet flags = new FlagSet(
                        "stowage csi " + verb.shape() + " [flags]",
                        verb.summary() + "\nCalls " + verb.rpc() + "."
                                + (verb.arguments().isEmpty() ? "" : " The arguments may be given as flags too."))
                .arguments(verb.arguments().size())
                .examples(verb.example());
        verb.arguments().forEach(argument -> arguments.put(argument, argument.flag(flags)));
        verb.inputs().forEach(input -> fillers.add(input.declare(flags)));
        all = verb.isPaged() ? flags.bool("all", false, "Follow the pages to the end.") : null;
        general = General.declare(flags);
        parsed = flags.parse(args);
    }

    Output output() {
        return parsed.value(general.output());
    }

    boolean isForAllPages() {
        return all != null && parsed.value(all);
    }

    Duration timeout() {
        Duration timeout = parsed.value(general.timeout());
        if (!timeout.isPositive()) {
            throw new UsageException("flag --timeout must be more than nothing");
        }
        return timeout;
    }

    CsiEndpoint endpoint(Map<String, String> environment) {
        String text = parsed.isSet(general.endpoint())
                ? parsed.value(general.endpoint())
                : environment.getOrDefault(CsiEndpoint.VARIABLE, "");
        if (text.isEmpty()) {
            throw new UsageException("which driver? Give --endpoint unix:///PATH, or set " + CsiEndpoint.VARIABLE);
        }
        try {
            return CsiEndpoint.parse(text);
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }

    /// The request: the JSON if there is one, then the words, then the flags.
    Message request(Message empty, Consumer<String> warnings) {
        Message.Builder request = empty.toBuilder();
        boolean whole = new WholeRequest(parsed, general).readInto(request, warnings);
        Input.Draft draft = new Input.Draft(request, whole, warnings);
        setArguments(draft);
        fillers.forEach(filler -> filler.fill(draft, parsed));
        return request.build();
    }

    /// The words go, in order, to the arguments that were not given as flags.
    private void setArguments(Input.Draft draft) {
        Deque<String> words = new ArrayDeque<>(parsed.arguments());
        arguments.forEach((argument, flag) -> {
            if (parsed.isSet(flag)) {
                argument.set(draft, parsed.value(flag));
            } else if (!words.isEmpty()) {
                argument.set(draft, read(argument, flag, words.remove()));
            } else if (!draft.whole()) {
                throw new UsageException(argument.placeholder() + " is missing: stowage csi " + verb.shape()
                        + " (stowage csi " + verb.name() + " --help explains it)");
            }
        });
        if (!words.isEmpty()) {
            throw new UsageException("unexpected argument \"" + words.remove() + "\": stowage csi " + verb.shape());
        }
    }

    private static Object read(FieldInput argument, Flag<?> flag, String word) {
        try {
            return flag.valueParser().read(word);
        } catch (IllegalArgumentException e) {
            throw new UsageException(argument.placeholder() + ": " + e.getMessage());
        }
    }
}
