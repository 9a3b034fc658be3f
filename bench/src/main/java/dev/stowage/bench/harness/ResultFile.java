package dev.stowage.bench.harness;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.stowage.bench.harness.ResultRow.Figure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The same result for programs: `target/bench/NAME.json`.
public final class ResultFile {

    private static final JsonFactory JSON = new JsonFactory();

    private ResultFile() {}

    public static Path write(Path folder, String name, MachineInfo machineInfo, List<ResultRow> rows)
            throws IOException {
        Files.createDirectories(folder);
        Path file = folder.resolve(name + ".json");
        try (JsonGenerator json = JSON.createGenerator(Files.newBufferedWriter(file))) {
            json.useDefaultPrettyPrinter();
            json.writeStartObject();
            json.writeStringField("benchmark", name);
            json.writeStringField("at", machineInfo.at().toString());
            json.writeStringField("processor", machineInfo.processor());
            json.writeNumberField("cores", machineInfo.cores());
            json.writeStringField("kernel", machineInfo.kernel());
            json.writeStringField("java", machineInfo.java());
            json.writeStringField("loadBefore", machineInfo.load());
            json.writeArrayFieldStart("rows");
            for (ResultRow resultRow : rows) {
                json.writeStartObject();
                json.writeStringField("subject", resultRow.subject());
                for (Figure figure : resultRow.figures()) {
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
