package dev.stowage.cli.csi;

import com.google.protobuf.Message;
import io.grpc.StatusRuntimeException;
import java.io.PrintStream;
import java.util.Iterator;
import java.util.Optional;

/// Shows answers: they go to standard output, what is to be said about them to standard error.
record ResponsePrinter(
        PrintStream out, PrintStream err, CsiOutputFormat csiOutputFormat, RequestSecrets requestSecrets) {

    /// The exit status that goes with the answer.
    int show(Message answer, CsiVerb csiVerb) {
        Message clean = stripped(answer);
        out.print(
                switch (csiOutputFormat) {
                    case TABLE -> MessageTable.of(clean);
                    case JSON -> ProtoJsonWriter.indented(clean) + "\n";
                });
        if (csiVerb.isPaged()
                && csiOutputFormat == CsiOutputFormat.TABLE
                && !ListPager.nextToken(answer).isEmpty()) {
            err.println("There is more: add --token " + PrintableText.clean(ListPager.nextToken(answer))
                    + ", or --all for all of it.");
        }
        Optional<String> verdict = NegativeResponse.check(answer);
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
                SnapshotMetadataBlocks snapshotMetadataBlocks = SnapshotMetadataBlocks.of(answer);
                out.print(
                        switch (csiOutputFormat) {
                            case TABLE -> (first ? snapshotMetadataBlocks.head() : "") + snapshotMetadataBlocks.rows();
                            case JSON -> ProtoJsonWriter.line(stripped(answer)) + "\n";
                        });
                out.flush();
                first = false;
                end = Math.max(end, snapshotMetadataBlocks.end());
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
        Message clean = requestSecrets.strip(answer);
        if (!clean.equals(answer)) {
            err.println("warning: the driver's answer repeats a secret of the request; it is not shown");
        }
        return clean;
    }
}
