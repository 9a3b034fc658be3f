package dev.stowage.driver.shared;

import dev.stowage.sdk.CsiException;
import java.util.Locale;

/// What happens to the directory of a volume that is deleted.
enum OnDelete {
    DELETE,
    /// It stays as it is.
    RETAIN,
    /// It stays under another name.
    ARCHIVE;

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static OnDelete of(String word) throws CsiException {
        for (OnDelete one : values()) {
            if (one.word().equalsIgnoreCase(word)) {
                return one;
            }
        }
        throw CsiException.invalidArgument("parameter onDelete must be delete, retain or archive");
    }
}
