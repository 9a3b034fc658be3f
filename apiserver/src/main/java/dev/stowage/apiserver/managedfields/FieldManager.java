package dev.stowage.apiserver.managedfields;

import dev.stowage.apiserver.resource.StatusStrategy;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// The manager of a write, and its operation.
///
/// @param manager the name under which its fields are recorded; see [#managerName]
/// @param subresource such as `status`; empty for the object itself
/// @param apiVersion in which the object was written
/// @param reset fields that this kind of write never changes, even if the request contains them; see [#reset]
public record FieldManager(String manager, String subresource, String apiVersion, FieldSet reset, Instant now) {
    private static final int LONGEST_NAME = 128;
    private static final FieldSet STATUS = FieldSet.of("status");
    private static final FieldSet SPEC = FieldSet.of("spec");
    private static final FieldSet SPEC_AND_METADATA = FieldSet.of("spec", "metadata");

    public FieldManager {
        manager = manager.isEmpty() ? "unknown" : manager;
        now = now.truncatedTo(ChronoUnit.SECONDS);
    }

    /// The fields that a write to the object or to its status does not change.
    public static FieldSet reset(StatusStrategy rule, String subresource) {
        return switch (rule) {
            case NONE -> FieldSet.EMPTY;
            case TAKES_METADATA ->
                subresource.equals("status") ? SPEC : subresource.isEmpty() ? STATUS : FieldSet.EMPTY;
            case KEEPS_METADATA ->
                subresource.equals("status") ? SPEC_AND_METADATA : subresource.isEmpty() ? STATUS : FieldSet.EMPTY;
        };
    }

    /// The name to record: the `fieldManager` of the request, otherwise the user agent of the client.
    ///
    /// @param fieldManager empty when the request gives none
    /// @param userAgent such as `kubectl/v1.36.3 (linux/amd64)`
    public static String managerName(String fieldManager, String userAgent) {
        if (!fieldManager.isEmpty()) {
            return fieldManager;
        }
        int slash = userAgent.indexOf('/');
        String program = slash < 0 ? userAgent : userAgent.substring(0, slash);
        StringBuilder name = new StringBuilder();
        program.codePoints()
                .filter(c -> !Character.isISOControl(c) && Character.isDefined(c))
                .limit(LONGEST_NAME)
                .forEach(name::appendCodePoint);
        return name.toString();
    }
}
