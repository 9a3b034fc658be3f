package dev.stowage.cli.csi;

import com.google.protobuf.Message;
import dev.stowage.cli.Command;
import dev.stowage.csi.ClientOptions;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.SocketClient;
import dev.stowage.flags.UsageException;
import io.grpc.StatusRuntimeException;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;

/// `stowage csi VERB …`: one call to a CSI driver.
public final class CsiCommand implements Command {

    private final PrintStream out;
    private final PrintStream err;
    private final Map<String, String> environment;

    public CsiCommand() {
        this(System.out, System.err, System.getenv());
    }

    CsiCommand(PrintStream out, PrintStream err, Map<String, String> environment) {
        this.out = out;
        this.err = err;
        this.environment = environment;
    }

    @Override
    public String name() {
        return "csi";
    }

    @Override
    public String summary() {
        return "Call any CSI driver over its socket: every RPC, as a table or as JSON.";
    }

    @Override
    public int run(List<String> args) throws CallFailed {
        Words words = Words.split(args);
        if (words.help()) {
            throw Help.page();
        }
        Verb verb = Verbs.called(
                words.verb().orElseThrow(() -> new UsageException("which call? stowage csi --help lists the verbs")));
        VerbLine line = new VerbLine(verb, words.rest());
        CsiEndpoint endpoint = line.endpoint(environment);
        Method method = Method.of(verb);
        Message request = line.request(method.request(), err::println);
        Secrets secrets = new Secrets(request);
        if (!environment.containsKey("STOWAGE_LOG")) {
            CallLogs.silence();
        }
        try (SocketClient client = SocketClient.connect(endpoint, ClientOptions.defaults())) {
            Call call = new Call(client.channel(), method, line.timeout());
            Screen screen = new Screen(out, err, line.output(), secrets);
            return method.isStream()
                    ? screen.showStream(call.stream(request))
                    : screen.show(line.isForAllPages() ? new Pages(call).all(request) : call.unary(request), verb);
        } catch (StatusRuntimeException e) {
            throw Failure.of(verb, endpoint, e.getStatus(), secrets);
        }
    }
}
