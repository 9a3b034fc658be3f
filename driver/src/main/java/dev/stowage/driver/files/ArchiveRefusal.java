package dev.stowage.driver.files;

import dev.stowage.sdk.CsiException;

/// Why a tree is not transferred. Each of these is true until a user changes the files, so a caller must not try
/// again: INVALID_ARGUMENT.
final class ArchiveRefusal {

    private static final int SHOWN = 120;

    private ArchiveRefusal() {}

    static CsiException tooDeep(String path) {
        return refused(
                "its directories are nested more than %d levels deep".formatted(ArchiveLimits.DEEPEST), "below", path);
    }

    static CsiException tooManyEntries(int most, String path) {
        return refused("one of its directories has more than %d entries".formatted(most), "it is", path);
    }

    static CsiException tooManyLinks(int most, String path) {
        return refused(
                "more than %d of its files have several names (hard links)".formatted(most),
                "the first too many is in",
                path);
    }

    static CsiException linkPathsTooLong(long most, String path) {
        return refused(
                "the paths of its files with several names (hard links) have more than %d bytes".formatted(most),
                "the first too many is in",
                path);
    }

    static CsiException directoryNamesTooLong(long most, String path) {
        return refused(
                "the names of its directories that lie beside each other have more than %d bytes".formatted(most),
                "the first too many is in",
                path);
    }

    static CsiException attributesTooLong(String path) {
        return refused(
                "one of its files has more than %d bytes of extended attributes"
                        .formatted(ArchiveLimits.LONGEST_RECORD),
                "it is in",
                path);
    }

    static CsiException filesTooLong(String path) {
        return refused("its sparse files are too long", "the first too many is in", path);
    }

    private static CsiException refused(String why, String where, String path) {
        return CsiException.invalidArgument(
                "the volume cannot be transferred: %s; %s directory %s".formatted(why, where, shown(path)));
    }

    /// Users choose names: they may be long, and have bytes that no terminal should get.
    private static String shown(String path) {
        String printable = "/" + path.replaceAll("[^\\x20-\\x7e]", "?");
        return printable.length() <= SHOWN ? printable : printable.substring(0, SHOWN) + "…";
    }
}
