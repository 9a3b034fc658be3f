package dev.stowage.cli.csi;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import dev.stowage.csi.MessageRedaction;
import dev.stowage.csi.v1.Csi;
import java.util.List;

/// Keeps the secrets of a request out of all output.
///
/// @param request the request with the secrets
record RequestSecrets(Message request) {

    static boolean isSecret(FieldDescriptor field) {
        return field.getOptions().getExtension(Csi.csiSecret);
    }

    /// Whether the request has any.
    boolean any() {
        return request.getAllFields().keySet().stream().anyMatch(RequestSecrets::isSecret);
    }

    String strip(String text) {
        return MessageRedaction.scrub(text, request);
    }

    /// The response without secrets, in case a driver echoes them.
    Message strip(Message answer) {
        if (!any()) {
            return answer;
        }
        Message.Builder clean = answer.toBuilder();
        answer.getAllFields().forEach((field, value) -> {
            if (value instanceof List<?> elements) {
                clean.clearField(field);
                elements.forEach(element -> clean.addRepeatedField(field, stripped(element)));
            } else {
                clean.setField(field, stripped(value));
            }
        });
        return clean.build();
    }

    private Object stripped(Object value) {
        return switch (value) {
            case String text -> strip(text);
            case Message message -> strip(message);
            default -> value;
        };
    }
}
