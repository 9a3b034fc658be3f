/// A tree of files as a stream of blocks, for volumes that are directories and go to other drivers.
///
/// The archive is a sequence of records, each followed by the content of the files that it names:
///
/// ```
/// record    a directory, what it has besides its entries, and some of these   up to whole blocks of 4 KiB
/// content   of each file of the record that has content, as long as the file  up to whole blocks of 4 KiB
/// ```
///
/// A directory comes before its subdirectories, entries are in the order of their bytes, and a record ends at a size
/// that follows from its entries. So equal trees have equal archives, wherever they are: both sides of a transfer
/// compute the same checksum. Blocks of zeroes take offsets and nothing else, so holes cost nothing.
///
/// The archive of a difference has the entries that differ from a base; of a file that was there, the blocks that
/// differ.
@NullMarked
package dev.stowage.driver.files;

import org.jspecify.annotations.NullMarked;
