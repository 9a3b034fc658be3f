package dev.stowage.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;

/// One JSON object a record, with the keys that Kubernetes' own JSON logs use: `ts`, `level`, `logger`, `msg`, `err`.
final class JsonLogFormatter extends Formatter {

    private static final JsonFactory JSON = new JsonFactory();

    @Override
    public String format(LogRecord record) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            json.writeStringField("ts", record.getInstant().toString());
            json.writeStringField("level", LogConfiguration.name(record.getLevel()));
            json.writeStringField("logger", record.getLoggerName());
            json.writeStringField("msg", formatMessage(record));
            if (record.getThrown() != null) {
                json.writeStringField("err", TextLogFormatter.stack(record.getThrown()));
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.append('\n').toString();
    }
}
