package dev.stowage.csi;

import com.google.protobuf.Message;
import io.grpc.Status;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// Logs one line per call. A success is logged at DEBUG (with both messages at TRACE). A failure is always
/// logged, with the request; one that indicates a defect is a warning.
final class RpcLog implements Consumer<RpcRecord> {

    private static final Logger log = LoggerFactory.getLogger(RpcLog.class);

    /// Truncates long messages: no one reads a list of ten thousand volumes in a log.
    private static final int LONGEST_MESSAGE = 4096;

    private final String verb;

    private RpcLog(String verb) {
        this.verb = verb;
    }

    static RpcLog ofServer() {
        return new RpcLog("Answered");
    }

    static RpcLog ofClient() {
        return new RpcLog("Called");
    }

    @Override
    public void accept(RpcRecord call) {
        String head = verb + " " + call.method() + ": "
                + StatusCodes.name(call.status().getCode()) + " after "
                + call.took().toMillis() + " ms.";
        if (!call.status().isOk()) {
            log.atLevel(levelOf(call.status().getCode()))
                    .log("{} {} Request: {}", head, reason(call), text(call.request()));
        } else if (log.isTraceEnabled()) {
            log.trace("{} Request: {} Response: {}", head, text(call.request()), text(call.response()));
        } else {
            log.debug("{}", head);
        }
    }

    private static Level levelOf(Status.Code code) {
        return switch (code) {
            case INTERNAL, UNKNOWN, DATA_LOSS -> Level.WARN;
            case OK,
                    CANCELLED,
                    INVALID_ARGUMENT,
                    DEADLINE_EXCEEDED,
                    NOT_FOUND,
                    ALREADY_EXISTS,
                    PERMISSION_DENIED,
                    RESOURCE_EXHAUSTED,
                    FAILED_PRECONDITION,
                    ABORTED,
                    OUT_OF_RANGE,
                    UNIMPLEMENTED,
                    UNAVAILABLE,
                    UNAUTHENTICATED -> Level.INFO;
        };
    }

    private static String reason(RpcRecord call) {
        String description = call.status().getDescription();
        if (description == null) {
            return "No reason given.";
        }
        Message request = call.request();
        String clean = request == null ? description : MessageRedaction.scrub(description, request);
        // One line per call, even if the other side sent line breaks.
        return shorten(clean.replaceAll("\\R", " "));
    }

    private static String text(@Nullable Message message) {
        return message == null ? "none" : shorten("{" + MessageRedaction.describe(message) + "}");
    }

    private static String shorten(String text) {
        return text.length() <= LONGEST_MESSAGE
                ? text
                : text.substring(0, LONGEST_MESSAGE) + "… (" + (text.length() - LONGEST_MESSAGE) + " more)";
    }
}
