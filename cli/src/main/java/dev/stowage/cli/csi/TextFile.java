package dev.stowage.cli.csi;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stowage.flags.UsageException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;

/// A small file that a flag names.
final class TextFile {

    private TextFile() {}

    /// @param flag for the message when the file cannot be read
    static String read(String flag, Path file) {
        try {
            return Files.readString(file, UTF_8);
        } catch (NoSuchFileException e) {
            throw new UsageException(flag + ": file " + file + " does not exist");
        } catch (AccessDeniedException e) {
            throw new UsageException(flag + ": cannot read " + file + ": permission denied");
        } catch (CharacterCodingException e) {
            throw new UsageException(flag + ": " + file + " is not UTF-8 text");
        } catch (IOException e) {
            throw new UsageException(flag + ": cannot read " + file + ": " + e.getMessage());
        }
    }

    static boolean isReadableByOthers(Path file) {
        try {
            return Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ);
        } catch (IOException | UnsupportedOperationException e) {
            return false; // it was read a moment ago; this is for a warning only
        }
    }
}
