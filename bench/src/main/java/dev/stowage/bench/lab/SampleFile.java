package dev.stowage.bench.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The samples of a guest, a line for each, separated by tabs.
record SampleFile(Path path) {

    private static final String SEPARATOR = "\t";
    private static final int PARTS = 4;

    void write(List<Sample> samples) throws IOException {
        Files.write(
                path,
                samples.stream()
                        .map(sample -> String.join(
                                SEPARATOR,
                                sample.group(),
                                sample.subject(),
                                sample.figure(),
                                Double.toString(sample.value())))
                        .toList());
    }

    List<Sample> read() throws IOException {
        List<Sample> samples = new ArrayList<>();
        for (String line : Files.readAllLines(path)) {
            String[] parts = line.split(SEPARATOR, PARTS);
            if (parts.length < PARTS) {
                throw new IOException(path + " is cut off at: " + line);
            }
            samples.add(new Sample(parts[0], parts[1], parts[2], Double.parseDouble(parts[3])));
        }
        return samples;
    }
}
