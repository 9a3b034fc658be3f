package dev.stowage.sdk.record;

import java.io.IOException;
import java.util.Map;

/// How a value is written into a record and read back.
public interface RecordCodec<T> {

    Map<String, Object> write(T value);

    T read(JsonObject object) throws IOException;
}
