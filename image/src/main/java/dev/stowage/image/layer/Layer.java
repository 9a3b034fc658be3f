package dev.stowage.image.layer;

import java.nio.file.Path;

/// A layer as an image has it: packed, in a file of this machine.
///
/// @param title what is in it, for people
/// @param digest of the packed file, in hex
/// @param diffId of what it is unpacked, in hex
/// @param size of the packed file
/// @param unpacked how long it is unpacked
public record Layer(String title, String digest, String diffId, long size, long unpacked, Path file) {}
