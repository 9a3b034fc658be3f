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
            throw new UsageException("--request and --request-file exclude each other");
        }
        if (inline) {
            read("--request", parsed.value(globalFlags.request()), request);
            if (holdsSecrets(request)) {
                throw new UsageException("--request: everybody on this machine can read a command line, so it must not"
                        + " hold secrets; use --secrets FILE or --request-file FILE");
            }
        } else if (file) {
            String name = parsed.value(globalFlags.requestFile());
            boolean standardInput = name.equals("-");
            read(
                    "--request-file",
                    standardInput ? standardInput() : TextFile.read("--request-file", Path.of(name)),
                    request);
            if (!standardInput && holdsSecrets(request) && TextFile.isReadableByOthers(Path.of(name))) {
                warnings.accept("warning: " + name + " holds secrets and everybody may read it; chmod 600 " + name);
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
