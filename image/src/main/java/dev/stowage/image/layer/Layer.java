package dev.stowage.image.layer;

import java.nio.file.Path;

/// A compressed layer of an image, in a file on this machine.
///
/// @param title what is in it, for people
/// @param digest of the packed file, in hex
/// @param diffId the digest of the uncompressed content, in hex
/// @param size of the packed file
/// @param unpacked the uncompressed size
public record Layer(String title, String digest, String diffId, long size, long unpacked, Path file) {}
