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

/// The flags of one verb, declared and parsed.
final class VerbFlags {

    private final CsiVerb csiVerb;
    private final GlobalFlags globalFlags;
    private final @Nullable Flag<Boolean> all;
    private final Map<FieldFlag, Flag<?>> arguments = new LinkedHashMap<>();
    private final List<RequestFlag.Filler> fillers = new ArrayList<>();
    private final ParsedFlags parsed;

    /// @throws UsageException for an invalid command line
    /// @throws dev.stowage.flags.HelpRequestedException for `--help`
    VerbFlags(CsiVerb csiVerb, List<String> args) {
        this.csiVerb = csiVerb;
        FlagSet flags = new FlagSet(
                        "stowage csi " + csiVerb.shape() + " [flags]",
                        csiVerb.summary() + "\nCalls " + csiVerb.rpc() + "."
                                + (csiVerb.arguments().isEmpty() ? "" : " The arguments can also be given as flags."))
                .arguments(csiVerb.arguments().size())
                .examples(csiVerb.example());
        csiVerb.arguments().forEach(argument -> arguments.put(argument, argument.flag(flags)));
        csiVerb.inputs().forEach(requestFlag -> fillers.add(requestFlag.declare(flags)));
        all = csiVerb.isPaged() ? flags.bool("all", false, "Follow the pages to the end.") : null;
        globalFlags = GlobalFlags.declare(flags);
        parsed = flags.parse(args);
    }

    CsiOutputFormat csiOutputFormat() {
        return parsed.value(globalFlags.output());
    }

    boolean isForAllPages() {
        return all != null && parsed.value(all);
    }

    Duration timeout() {
        Duration timeout = parsed.value(globalFlags.timeout());
        if (!timeout.isPositive()) {
            throw new UsageException("flag --timeout must be positive");
        }
        return timeout;
    }

    CsiEndpoint endpoint(Map<String, String> environment) {
        String text = parsed.isSet(globalFlags.endpoint())
                ? parsed.value(globalFlags.endpoint())
                : environment.getOrDefault(CsiEndpoint.VARIABLE, "");
        if (text.isEmpty()) {
            throw new UsageException("no driver given (set --endpoint unix:///PATH or $" + CsiEndpoint.VARIABLE + ")");
        }
        try {
            return CsiEndpoint.parse(text);
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }

    /// The request: the JSON if there is one, then the arguments, then the flags.
    Message request(Message empty, Consumer<String> warnings) {
        Message.Builder request = empty.toBuilder();
        boolean whole = new JsonRequest(parsed, globalFlags).readInto(request, warnings);
        RequestFlag.RequestDraft requestDraft = new RequestFlag.RequestDraft(request, whole, warnings);
        setArguments(requestDraft);
        fillers.forEach(filler -> filler.fill(requestDraft, parsed));
        return request.build();
    }

    /// Positional arguments fill, in order, those that were not given as flags.
    private void setArguments(RequestFlag.RequestDraft requestDraft) {
        Deque<String> words = new ArrayDeque<>(parsed.arguments());
        arguments.forEach((argument, flag) -> {
            if (parsed.isSet(flag)) {
                argument.set(requestDraft, parsed.value(flag));
            } else if (!words.isEmpty()) {
                argument.set(requestDraft, read(argument, flag, words.remove()));
            } else if (!requestDraft.whole()) {
                throw new UsageException(argument.placeholder() + " is missing: stowage csi " + csiVerb.shape()
                        + " (see stowage csi " + csiVerb.name() + " --help)");
            }
        });
        if (!words.isEmpty()) {
            throw new UsageException("unexpected argument \"" + words.remove() + "\": stowage csi " + csiVerb.shape());
        }
    }

    private static Object read(FieldFlag argument, Flag<?> flag, String word) {
        try {
            return flag.valueParser().read(word);
        } catch (IllegalArgumentException e) {
            throw new UsageException(argument.placeholder() + ": " + e.getMessage());
        }
    }
}
