package dev.stowage.cli.csi;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/// Random messages of any type, the same in every run. Secrets are omitted, because no output contains them.
final class RandomMessages {

    private static final String[] TEXTS = {"", "a", "zone/ä", "two\nlines", "\"quoted\" \\", "\u0000\u2028", "🗄"};
    private static final long[] NUMBERS = {0, 1, -1, 42, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 53, (1L << 53) + 1};

    private final RandomGenerator random;

    RandomMessages(String seed) {
        this.random = new SplittableRandom(seed.hashCode());
    }

    Message next(Descriptor type) {
        DynamicMessage.Builder message = DynamicMessage.newBuilder(type);
        for (FieldDescriptor field : type.getFields()) {
            boolean taken = field.getContainingOneof() != null && message.hasOneof(field.getContainingOneof());
            if (taken || RequestSecrets.isSecret(field) || random.nextInt(4) == 0) {
                continue;
            }
            if (field.isRepeated()) {
                int count = random.nextInt(4);
                for (int i = 0; i < count; i++) {
                    message.addRepeatedField(field, field.isMapField() ? pair(field, i) : value(field));
                }
            } else {
                message.setField(field, value(field));
            }
        }
        return message.build();
    }

    private Message pair(FieldDescriptor field, int number) {
        FieldDescriptor value = field.getMessageType().findFieldByName("value");
        return DynamicMessage.newBuilder(field.getMessageType())
                .setField(field.getMessageType().findFieldByName("key"), number + text())
                .setField(value, value(value))
                .build();
    }

    private Object value(FieldDescriptor field) {
        return switch (field.getJavaType()) {
            case STRING -> text();
            case BOOLEAN -> random.nextBoolean();
            case INT -> (int) NUMBERS[random.nextInt(NUMBERS.length)];
            case LONG -> NUMBERS[random.nextInt(NUMBERS.length)];
            case FLOAT -> random.nextFloat();
            case DOUBLE -> random.nextDouble();
            case BYTE_STRING -> ByteString.copyFromUtf8(text());
            case ENUM -> field.getEnumType().findValueByNumberCreatingIfUnknown(random.nextInt(9));
            case MESSAGE ->
                ProtoJsonScalar.isTimestamp(field.getMessageType())
                        ? time(field.getMessageType())
                        : next(field.getMessageType());
        };
    }

    private Message time(Descriptor type) {
        return DynamicMessage.newBuilder(type)
                .setField(type.findFieldByName("seconds"), random.nextLong(-62_135_596_800L, 253_402_300_800L))
                .setField(type.findFieldByName("nanos"), random.nextInt(1_000_000_000))
                .build();
    }

    private String text() {
        return TEXTS[random.nextInt(TEXTS.length)];
    }
}
