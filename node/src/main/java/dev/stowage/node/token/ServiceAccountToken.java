package dev.stowage.node.token;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;

/// A token and its expiration.
///
/// @param life how long it was valid when it was issued
public record ServiceAccountToken(String text, Instant expires, Duration life) {
    /// A pod that lives for months still gets a new one each day.
    private static final Duration OLDEST = Duration.ofDays(1);

    static ServiceAccountToken read(JsonNode answer) throws IOException {
        JsonNode status = answer.path("status");
        String text = status.path("token").asText("");
        if (text.isEmpty()) {
            throw new IOException("the API server returned no token");
        }
        try {
            return new ServiceAccountToken(
                    text,
                    Instant.parse(status.path("expirationTimestamp").asText("")),
                    Duration.ofSeconds(
                            answer.path("spec").path("expirationSeconds").asLong(0)));
        } catch (DateTimeParseException e) {
            throw new IOException("the API server returned a token without a valid expiration time", e);
        }
    }

    boolean isOver(Instant now) {
        return now.isAfter(expires);
    }

    /// Whether it must be renewed: a fifth of its lifetime is left, or it is a day old.
    ///
    /// @param earlier spreads the renewals of many tokens
    boolean isOld(Instant now, Duration earlier) {
        Instant made = expires.minus(life);
        return now.isAfter(made.plus(OLDEST).minus(earlier))
                || now.isAfter(expires.minus(life.dividedBy(5)).minus(earlier));
    }

    /// Without the text, which is a secret.
    @Override
    public String toString() {
        return "ServiceAccountToken[expires=" + expires + "]";
    }
}
