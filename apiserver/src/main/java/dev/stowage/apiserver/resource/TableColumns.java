package dev.stowage.apiserver.resource;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;

/// The columns of a resource in `kubectl get`.
public interface TableColumns {

    List<Column> columns();

    /// One cell for each column.
    ///
    /// @param object in its storage version
    /// @param now for ages
    List<Object> cells(JsonNode object, Instant now);

    /// @param type `string`, `integer`, `number`, `boolean` or `date`
    /// @param format `name` for the first
    /// @param priority 0 for always, 1 for `-o wide`
    record Column(String name, String type, String format, String description, int priority) {}
}
