package dev.stowage.cli.csi;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stowage.flags.HelpRequestedException;
import dev.stowage.flags.UsageException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The output that a user of `stowage csi …` sees.
final class CsiTerminal {

    record Result(int status, String out, String err) {}

    private final Map<String, String> environment;

    CsiTerminal(String endpoint) {
        this.environment = Map.of("CSI_ENDPOINT", endpoint);
    }

    /// @param line words separated by blanks; pass JSON texts with [#type(String, String...)]
    Result type(String line, String... more) {
        List<String> args = new ArrayList<>(line.isEmpty() ? List.of() : List.of(line.split(" ", -1)));
        args.addAll(List.of(more));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream errors = new PrintStream(err, true, UTF_8);
        PrintStream answers = new PrintStream(out, true, UTF_8);
        int status;
        try {
            status = new CsiCommand(answers, errors, environment).run(args);
        } catch (HelpRequestedException e) {
            answers.print(e.getMessage());
            status = 0;
        } catch (UsageException e) {
            errors.println(e.getMessage());
            status = 2;
        } catch (RpcException e) {
            errors.println(e.getMessage());
            status = 1;
        }
        return new Result(status, out.toString(UTF_8), err.toString(UTF_8));
    }
}
