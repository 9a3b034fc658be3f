package dev.stowage.cli;

import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/// The text of a failure for the user.
public final class FailureText {
    private FailureText() {}

    /// The JDK's exceptions about files often have nothing but the file's name as their message.
    static String of(Exception failure) {
        String message = failure.getMessage();
        if (message == null) {
            return failure.toString();
        }
        return failure instanceof FileSystemException about && about.getReason() == null
                ? message + ": " + reason(about)
                : message;
    }

    /// Why a file cannot be used, without its name.
    public static String reason(FileSystemException failure) {
        return switch (failure) {
            case FileSystemException about when about.getReason() != null -> about.getReason();
            case NoSuchFileException _ -> "no such file or directory";
            case AccessDeniedException _ -> "permission denied";
            case FileAlreadyExistsException _ -> "file exists";
            case NotDirectoryException _ -> "not a directory";
            case DirectoryNotEmptyException _ -> "directory not empty";
            default -> "cannot be used";
        };
    }
}
