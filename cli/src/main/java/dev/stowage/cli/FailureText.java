package dev.stowage.cli;

import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/// The text of a failure for the user.
final class FailureText {
    private FailureText() {}

    /// The JDK's exceptions about files often have nothing but the file's name as their message.
    static String of(Exception failure) {
        String message = failure.getMessage();
        if (message == null) {
            return failure.toString();
        }
        if (!(failure instanceof FileSystemException about) || about.getReason() != null) {
            return message;
        }
        return message + ": "
                + switch (about) {
                    case NoSuchFileException _ -> "no such file or directory";
                    case AccessDeniedException _ -> "permission denied";
                    case FileAlreadyExistsException _ -> "file exists";
                    case NotDirectoryException _ -> "not a directory";
                    case DirectoryNotEmptyException _ -> "directory not empty";
                    default -> "cannot be used";
                };
    }
}
