package dev.stowage.cli.csi;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.Message;
import dev.stowage.flags.ParsedFlags;
import dev.stowage.flags.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/// A request that is given as JSON, for what has no flag and for what must be sent exactly so.
record JsonRequest(ParsedFlags parsed, GlobalFlags globalFlags) {

    /// Whether there was one.
    boolean readInto(Message.Builder request, Consumer<String> warnings) {
        boolean inline = parsed.isSet(globalFlags.request());
        boolean file = parsed.isSet(globalFlags.requestFile());
        if (inline && file) {
            throw new UsageException("--request and --request-file cannot be used together");
        }
        if (inline) {
            read("--request", parsed.value(globalFlags.request()), request);
            if (holdsSecrets(request)) {
                throw new UsageException(
                        "--request: must not contain secrets, because every user of this machine can read command"
                                + " lines (use --secrets FILE or --request-file FILE)");
            }
        } else if (file) {
            String name = parsed.value(globalFlags.requestFile());
            boolean standardInput = name.equals("-");
            read(
                    "--request-file",
                    standardInput ? standardInput() : TextFile.read("--request-file", Path.of(name)),
                    request);
            if (!standardInput && holdsSecrets(request) && TextFile.isReadableByOthers(Path.of(name))) {
                warnings.accept("warning: " + name + " contains secrets and is readable by all users (run chmod 600 "
                        + name + ")");
            }
        }
        return inline || file;
    }

    private static boolean holdsSecrets(Message.Builder request) {
        return new RequestSecrets(request.build()).any();
    }

    private static void read(String flag, String text, Message.Builder request) {
        try {
            ProtoJsonReader.read(text, request);
        } catch (JsonFormatException e) {
            throw new UsageException(flag + ": " + e.getMessage());
        }
    }

    private static String standardInput() {
        try {
            return new String(System.in.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UsageException("--request-file: cannot read standard input: " + e.getMessage());
        }
    }
}
