package dev.stowage.testkit;

import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;

/// Requests as they appear in a report: one line, with very long values shortened.
final class MessageText {

    private static final int ENOUGH = 300;

    private MessageText() {}

    static String of(Message message) {
        String line = TextFormat.printer().emittingSingleLine(true).printToString(message);
        return line.length() <= ENOUGH ? line : line.substring(0, ENOUGH) + "…";
    }
}
