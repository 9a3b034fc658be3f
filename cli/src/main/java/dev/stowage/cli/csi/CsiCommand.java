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

/// `stowage csi VERB …`: calls a CSI driver.
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
        return "Call any RPC of a CSI driver over its socket; print a table or JSON.";
    }

    @Override
    public int run(List<String> args) throws RpcException {
        CsiArguments csiArguments = CsiArguments.split(args);
        if (csiArguments.help()) {
            throw CsiHelp.page();
        }
        CsiVerb csiVerb = CsiVerbs.byName(csiArguments
                .verb()
                .orElseThrow(() -> new UsageException("the verb is missing (stowage csi --help lists the verbs)")));
        VerbFlags line = new VerbFlags(csiVerb, csiArguments.rest());
        CsiEndpoint endpoint = line.endpoint(environment);
        RpcMethod rpcMethod = RpcMethod.of(csiVerb);
        Message request = line.request(rpcMethod.request(), err::println);
        RequestSecrets requestSecrets = new RequestSecrets(request);
        if (!environment.containsKey("STOWAGE_LOG")) {
            RpcLogging.silence();
        }
        try (SocketClient client = SocketClient.connect(endpoint, ClientOptions.defaults())) {
            RpcClient rpcClient = new RpcClient(client.channel(), rpcMethod, line.timeout());
            ResponsePrinter responsePrinter = new ResponsePrinter(out, err, line.csiOutputFormat(), requestSecrets);
            return rpcMethod.isStream()
                    ? responsePrinter.showStream(rpcClient.stream(request))
                    : responsePrinter.show(
                            line.isForAllPages() ? new ListPager(rpcClient).all(request) : rpcClient.unary(request),
                            csiVerb);
        } catch (StatusRuntimeException e) {
            throw RpcErrorMessage.of(csiVerb, endpoint, e.getStatus(), requestSecrets);
        }
    }
}
