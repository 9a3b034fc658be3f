/// Lists of the blocks of a snapshot that hold data or differ from another one, and copies of blocks; shared by the
/// backends that have them.
@NullMarked
package dev.stowage.driver.blocks;

import org.jspecify.annotations.NullMarked;
