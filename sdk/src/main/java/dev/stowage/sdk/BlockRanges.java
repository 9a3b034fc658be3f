package dev.stowage.sdk;

import java.util.stream.Stream;

/// Ranges in ascending order without overlap, made while they are read, so that a volume of any size fits in
/// memory.
///
/// @param fixedLength whether all ranges have the same length, except perhaps the last
/// @param capacity the size of the volume
/// @param ranges the ranges; the SDK closes the stream, also when the reader cancels it
public record BlockRanges(boolean fixedLength, Bytes capacity, Stream<BlockRange> ranges) {}
