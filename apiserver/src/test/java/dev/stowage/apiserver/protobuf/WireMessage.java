package dev.stowage.apiserver.protobuf;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// A message by field numbers, for tests of what is written.
public final class WireMessage {
    private final Map<Integer, List<byte[]>> nested = new TreeMap<>();
    private final Map<Integer, Long> numbers = new TreeMap<>();

    private WireMessage() {}

    public static WireMessage parse(byte[] bytes) throws MalformedProtobufException {
        WireMessage message = new WireMessage();
        WireReader reader = new WireReader(bytes, 0, bytes.length);
        while (reader.hasMore()) {
            int tag = reader.tag();
            int field = tag >>> 3;
            switch (tag & 7) {
                case WireReader.VARINT -> message.numbers.put(field, reader.varint());
                case WireReader.FIXED64 -> message.numbers.put(field, Double.doubleToRawLongBits(reader.fixed64()));
                case WireReader.BYTES ->
                    message.nested
                            .computeIfAbsent(field, _ -> new ArrayList<>())
                            .add(reader.nested().rest());
                default -> throw new MalformedProtobufException("unexpected wire type in field " + field);
            }
        }
        return message;
    }

    public Set<Integer> fields() {
        Set<Integer> fields = new TreeSet<>(nested.keySet());
        fields.addAll(numbers.keySet());
        return fields;
    }

    /// The number, or the bits of a floating-point number.
    public long number(int field) {
        return numbers.getOrDefault(field, 0L);
    }

    public List<String> texts(int field) {
        return nested.getOrDefault(field, List.of()).stream()
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
                .toList();
    }

    /// The first text.
    public String text(int field) {
        List<String> texts = texts(field);
        return texts.isEmpty() ? "" : texts.getFirst();
    }

    public List<WireMessage> messages(int field) {
        List<WireMessage> messages = new ArrayList<>();
        for (byte[] bytes : nested.getOrDefault(field, List.of())) {
            try {
                messages.add(parse(bytes));
            } catch (MalformedProtobufException e) {
                throw new AssertionError("field " + field + " is not a message", e);
            }
        }
        return messages;
    }

    /// The first message.
    public WireMessage message(int field) {
        return messages(field).getFirst();
    }
}
