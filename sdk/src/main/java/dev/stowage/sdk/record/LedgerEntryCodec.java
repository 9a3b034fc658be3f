package dev.stowage.sdk.record;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/// A [LedgerEntry] as a record: its state and the object.
record LedgerEntryCodec<T>(RecordCodec<T> things) implements RecordCodec<LedgerEntry<T>> {

    @Override
    public Map<String, Object> write(LedgerEntry<T> ledgerEntry) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("name", ledgerEntry.name());
        object.put("digest", ledgerEntry.digest());
        switch (ledgerEntry) {
            case LedgerEntry.BeingMade<T> _ -> object.put("state", "being-made");
            case LedgerEntry.There<T> there -> {
                object.put("state", "there");
                object.put("thing", things.write(there.thing()));
            }
            case LedgerEntry.BeingRemoved<T> leaving -> {
                object.put("state", "being-removed");
                object.put("thing", things.write(leaving.thing()));
            }
        }
        return object;
    }

    @Override
    public LedgerEntry<T> read(JsonObject object) throws IOException {
        String name = object.text("name");
        String digest = object.text("digest");
        String state = object.text("state");
        return switch (state) {
            case "being-made" -> new LedgerEntry.BeingMade<>(name, digest);
            case "there" -> new LedgerEntry.There<>(name, digest, things.read(object.object("thing")));
            case "being-removed" -> new LedgerEntry.BeingRemoved<>(name, digest, things.read(object.object("thing")));
            default -> throw new IOException("unknown state \"" + state + "\"");
        };
    }
}
