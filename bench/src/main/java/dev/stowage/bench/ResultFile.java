package dev.stowage.bench;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.stowage.bench.Row.Figure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The same result for programs: `target/bench/NAME.json`.
final class ResultFile {

    private static final JsonFactory JSON = new JsonFactory();

    private ResultFile() {}

    static Path write(Path folder, String name, Machine machine, List<Row> rows) throws IOException {
        Files.createDirectories(folder);
        Path file = folder.resolve(name + ".json");
        try (JsonGenerator json = JSON.createGenerator(Files.newBufferedWriter(file))) {
            json.useDefaultPrettyPrinter();
            json.writeStartObject();
            json.writeStringField("benchmark", name);
            json.writeStringField("at", machine.at().toString());
            json.writeStringField("processor", machine.processor());
            json.writeNumberField("cores", machine.cores());
            json.writeStringField("kernel", machine.kernel());
            json.writeStringField("java", machine.java());
            json.writeStringField("loadBefore", machine.load());
            json.writeArrayFieldStart("rows");
            for (Row row : rows) {
                json.writeStartObject();
                json.writeStringField("subject", row.subject());
                for (Figure figure : row.figures()) {
                    json.writeNumberField(figure.name(), figure.value());
                }
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        return file;
    }
}
