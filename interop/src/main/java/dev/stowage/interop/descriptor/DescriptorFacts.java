package dev.stowage.interop.descriptor;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumDescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumValueDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.MethodDescriptorProto;
import com.google.protobuf.DescriptorProtos.ServiceDescriptorProto;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import java.util.SortedMap;
import java.util.TreeMap;

/// Everything about a protocol file that two programs must agree on, one line each: a name and its properties.
/// Order, comments and the options for code generators are omitted.
final class DescriptorFacts {

    private final SortedMap<String, String> facts = new TreeMap<>();

    private DescriptorFacts() {}

    static SortedMap<String, String> of(FileDescriptorProto file) {
        DescriptorFacts collected = new DescriptorFacts();
        FileDescriptorProto plain = withoutKnownExtensions(file);
        String scope = plain.getPackage();
        collected.put("package", scope);
        collected.put("syntax", plain.getSyntax());
        plain.getMessageTypeList().forEach(message -> collected.message(scope, message));
        plain.getEnumTypeList().forEach(type -> collected.enumeration(scope, type));
        plain.getServiceList().forEach(service -> collected.service(scope, service));
        plain.getExtensionList().forEach(extension -> collected.extension(scope, extension));
        return collected.facts;
    }

    /// Options of the specification's own are extensions: parsed objects here, raw numbers in a file that was read.
    /// Reading ours as if we did not know them makes both the same.
    private static FileDescriptorProto withoutKnownExtensions(FileDescriptorProto file) {
        try {
            return FileDescriptorProto.parseFrom(file.toByteString());
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException(e);
        }
    }

    private void message(String scope, DescriptorProto message) {
        String name = scope + "." + message.getName();
        put("message " + name, options(message.getOptions()));
        message.getFieldList().forEach(field -> field(name, message, field));
        message.getOneofDeclList()
                .forEach(oneof -> put("oneof " + name + "." + oneof.getName(), options(oneof.getOptions())));
        message.getReservedRangeList()
                .forEach(range -> put("reserved " + name + " " + range.getStart() + ".." + (range.getEnd() - 1), ""));
        message.getReservedNameList().forEach(reserved -> put("reserved " + name + " " + reserved, ""));
        message.getExtensionRangeList()
                .forEach(range -> put("extensions " + name + " " + range.getStart() + ".." + (range.getEnd() - 1), ""));
        message.getNestedTypeList().forEach(nested -> message(name, nested));
        message.getEnumTypeList().forEach(nested -> enumeration(name, nested));
        message.getExtensionList().forEach(extension -> extension(name, extension));
    }

    private void field(String scope, DescriptorProto message, FieldDescriptorProto field) {
        String oneof = field.hasOneofIndex()
                ? " oneof=" + message.getOneofDecl(field.getOneofIndex()).getName()
                : "";
        put("field " + scope + "." + field.getName(), shape(field) + oneof);
    }

    private void extension(String scope, FieldDescriptorProto extension) {
        put("extension " + scope + "." + extension.getName(), "of=" + extension.getExtendee() + " " + shape(extension));
    }

    private static String shape(FieldDescriptorProto field) {
        String json = field.hasJsonName() ? field.getJsonName() : JsonName.of(field.getName());
        return "number=%d type=%s%s label=%s json=%s default=%s presence=%s%s"
                .formatted(
                        field.getNumber(),
                        field.getType(),
                        field.hasTypeName() ? " of=" + field.getTypeName() : "",
                        field.getLabel(),
                        json,
                        field.getDefaultValue(),
                        field.getProto3Optional(),
                        options(field.getOptions()));
    }

    private void enumeration(String scope, EnumDescriptorProto type) {
        String name = scope + "." + type.getName();
        put("enum " + name, options(type.getOptions()));
        for (EnumValueDescriptorProto value : type.getValueList()) {
            put("value " + name + "." + value.getName(), "number=" + value.getNumber() + options(value.getOptions()));
        }
        // Other than a message's, an enum's reserved range includes its end.
        type.getReservedRangeList()
                .forEach(range -> put("reserved " + name + " " + range.getStart() + ".." + range.getEnd(), ""));
        type.getReservedNameList().forEach(reserved -> put("reserved " + name + " " + reserved, ""));
    }

    private void service(String scope, ServiceDescriptorProto service) {
        String name = scope + "." + service.getName();
        put("service " + name, options(service.getOptions()));
        for (MethodDescriptorProto method : service.getMethodList()) {
            put(
                    "method " + name + "." + method.getName(),
                    "in=%s%s out=%s%s%s"
                            .formatted(
                                    method.getClientStreaming() ? "stream " : "",
                                    method.getInputType(),
                                    method.getServerStreaming() ? "stream " : "",
                                    method.getOutputType(),
                                    options(method.getOptions())));
        }
    }

    private static String options(Message options) {
        String text = TextFormat.printer().emittingSingleLine(true).printToString(options);
        return text.isEmpty() ? "" : " options={" + text.strip() + "}";
    }

    private void put(String name, String truth) {
        if (facts.put(name, truth) != null) {
            throw new IllegalStateException(name + " is declared twice");
        }
    }
}
