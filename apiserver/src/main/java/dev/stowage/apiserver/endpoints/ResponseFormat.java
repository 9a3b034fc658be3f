package dev.stowage.apiserver.endpoints;

import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.StatusReason;
import java.util.Optional;

/// The format of a response.
record ResponseFormat(As as, boolean yaml) {
    static final ResponseFormat PLAIN = new ResponseFormat(As.OBJECT, false);
    private static final String KNOWN = "application/json, application/yaml";

    enum As {
        OBJECT,
        /// Rows and columns.
        TABLE,
        /// The metadata only.
        PARTIAL
    }

    String contentType() {
        return yaml ? "application/yaml" : "application/json";
    }

    /// @param transforms whether the response is available as a table or as metadata
    /// @throws ApiException when the client accepts none of the available formats
    static ResponseFormat negotiate(String accept, boolean transforms) throws ApiException {
        if (accept.isBlank()) {
            return PLAIN;
        }
        for (MediaRange range : MediaRange.parse(accept)) {
            Optional<Boolean> yaml = format(range);
            if (yaml.isEmpty()) {
                continue;
            }
            Optional<As> as = transforms ? as(range) : Optional.of(As.OBJECT);
            if (as.isPresent()) {
                return new ResponseFormat(as.get(), yaml.get());
            }
        }
        throw new ApiException(StatusReason.NOT_ACCEPTABLE, "only the following media types are accepted: " + KNOWN);
    }

    private static Optional<Boolean> format(MediaRange range) {
        return switch (range.type()) {
            case "application/json", "application/*", "*/*" -> Optional.of(false);
            case "application/yaml" -> Optional.of(true);
            default -> Optional.empty();
        };
    }

    private static Optional<As> as(MediaRange range) {
        String as = range.parameter("as");
        if (as.isEmpty()) {
            return Optional.of(As.OBJECT);
        }
        if (!range.parameter("g").equals("meta.k8s.io") || !range.parameter("v").equals("v1")) {
            return Optional.empty();
        }
        return switch (as) {
            case "Table" -> Optional.of(As.TABLE);
            case "PartialObjectMetadata", "PartialObjectMetadataList" -> Optional.of(As.PARTIAL);
            default -> Optional.empty();
        };
    }
}
