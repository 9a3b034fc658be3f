package dev.stowage.bench.lab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Locale;

/// What fio reports about its only job, as JSON.
record FioResult(JsonNode job) {

    private static final ObjectMapper JSON = new ObjectMapper();

    /// Which half of the report counts.
    enum Direction {
        READ,
        WRITE
    }

    /// @param output of fio, which prints its notes above the JSON
    static FioResult parse(String output) throws IOException {
        int start = ("\n" + output).indexOf("\n{");
        if (start < 0) {
            throw new IOException("fio printed no JSON: " + output.strip());
        }
        JsonNode jobs = JSON.readTree(output.substring(start)).path("jobs");
        if (jobs.size() != 1) {
            throw new IOException("fio reports %d jobs instead of one".formatted(jobs.size()));
        }
        JsonNode job = jobs.path(0);
        if (job.path("error").asInt(-1) != 0) {
            throw new IOException("fio reports error " + job.path("error") + " of job " + job.path("jobname"));
        }
        return new FioResult(job);
    }

    double iops(Direction direction) {
        return figure(direction, "iops");
    }

    double bytesPerSecond(Direction direction) {
        return figure(direction, "bw_bytes");
    }

    private double figure(Direction direction, String name) {
        String half = direction.name().toLowerCase(Locale.ROOT);
        JsonNode figure = job.path(half).path(name);
        if (!figure.isNumber() || figure.doubleValue() <= 0) {
            throw new IllegalStateException("fio did no I/O: %s of %s is %s".formatted(name, half, figure));
        }
        return figure.doubleValue();
    }
}
