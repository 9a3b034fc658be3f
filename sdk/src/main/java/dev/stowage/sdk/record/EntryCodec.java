package dev.stowage.sdk.record;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/// An [Entry] as a record: its state in a word, and the thing beside it.
record EntryCodec<T>(Codec<T> things) implements Codec<Entry<T>> {

    @Override
    public Map<String, Object> write(Entry<T> entry) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("name", entry.name());
        object.put("digest", entry.digest());
        switch (entry) {
            case Entry.BeingMade<T> _ -> object.put("state", "being-made");
            case Entry.There<T> there -> {
                object.put("state", "there");
                object.put("thing", things.write(there.thing()));
            }
            case Entry.BeingRemoved<T> leaving -> {
                object.put("state", "being-removed");
                object.put("thing", things.write(leaving.thing()));
            }
        }
        return object;
    }

    @Override
    public Entry<T> read(JsonObject object) throws IOException {
        String name = object.text("name");
        String digest = object.text("digest");
        String state = object.text("state");
        return switch (state) {
            case "being-made" -> new Entry.BeingMade<>(name, digest);
            case "there" -> new Entry.There<>(name, digest, things.read(object.object("thing")));
            case "being-removed" -> new Entry.BeingRemoved<>(name, digest, things.read(object.object("thing")));
            default -> throw new IOException("unknown state \"" + state + "\"");
        };
    }
}
