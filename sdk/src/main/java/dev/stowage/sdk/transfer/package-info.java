/// What a transfer of a volume decides and computes, without a stream, a lock or a record: which extents are
/// sent, what the checksum is, and what a call does to the state of a copy.
@NullMarked
package dev.stowage.sdk.transfer;

import org.jspecify.annotations.NullMarked;
