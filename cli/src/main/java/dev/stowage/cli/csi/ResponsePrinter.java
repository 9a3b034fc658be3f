package dev.stowage.cli.csi;

import com.google.protobuf.Message;
import io.grpc.StatusRuntimeException;
import java.io.PrintStream;
import java.util.Iterator;
import java.util.Optional;

/// Prints responses to standard output, and notes about them to standard error.
record ResponsePrinter(
        PrintStream out, PrintStream err, CsiOutputFormat csiOutputFormat, RequestSecrets requestSecrets) {

    /// The exit status for the response.
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
            err.println("There are more entries: use --token " + PrintableText.clean(ListPager.nextToken(answer))
                    + " for the next page, or --all for all.");
        }
        Optional<String> verdict = NegativeResponse.check(answer);
        verdict.ifPresent(err::println);
        return verdict.isPresent() ? 1 : 0;
    }

    /// Prints each message as it arrives: a stream may not fit into memory. JSON has one message per line.
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
            err.println("warning: the response of the driver contains a secret of the request; it is not shown");
        }
        return clean;
    }
}
