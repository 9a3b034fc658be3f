package dev.stowage.linux.file;

/// A contiguous run of bytes of a file on the device below.
///
/// @param logical offset in the file
/// @param physical offset on the device; only meaningful when `located`
/// @param located false if the extent has no physical offset (delayed allocation, inline data)
/// @param unwritten reserved, reads as zeroes
/// @param shared another file uses the same blocks
public record FileExtent(
        long logical, long physical, long length, boolean located, boolean unwritten, boolean shared) {}
