package dev.stowage.cli.csi;

import com.google.protobuf.Message;
import io.grpc.StatusRuntimeException;
import java.io.PrintStream;
import java.util.Iterator;
import java.util.Optional;

/// Shows answers: they go to standard output, what is to be said about them to standard error.
record Screen(PrintStream out, PrintStream err, Output output, Secrets secrets) {

    /// The exit status that goes with the answer.
    int show(Message answer, Verb verb) {
        Message clean = stripped(answer);
        out.print(
                switch (output) {
                    case TABLE -> Table.of(clean);
                    case JSON -> JsonWriter.indented(clean) + "\n";
                });
        if (verb.isPaged() && output == Output.TABLE && !Pages.nextToken(answer).isEmpty()) {
            err.println("There is more: add --token " + Printable.clean(Pages.nextToken(answer))
                    + ", or --all for all of it.");
        }
        Optional<String> verdict = Verdict.against(answer);
        verdict.ifPresent(err::println);
        return verdict.isPresent() ? 1 : 0;
    }

    /// Shows each message when it comes: a stream may be longer than memory is wide. JSON has one message a line.
    int showStream(Iterator<Message> answers) {
        long end = 0;
        boolean first = true;
        try {
            while (answers.hasNext()) {
                Message answer = answers.next();
                Blocks blocks = Blocks.of(answer);
                out.print(
                        switch (output) {
                            case TABLE -> (first ? blocks.head() : "") + blocks.rows();
                            case JSON -> JsonWriter.line(stripped(answer)) + "\n";
                        });
                out.flush();
                first = false;
                end = Math.max(end, blocks.end());
            }
        } catch (StatusRuntimeException e) {
            if (!first) {
                out.flush();
                err.println("The list is not complete; --offset " + end + " continues it.");
            }
            throw e;
        }
        if (first) {
            err.println("The driver listed no blocks.");
        }
        return 0;
    }

    private Message stripped(Message answer) {
        Message clean = secrets.strip(answer);
        if (!clean.equals(answer)) {
            err.println("warning: the driver's answer repeats a secret of the request; it is not shown");
        }
        return clean;
    }
}
