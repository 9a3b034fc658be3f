/// All of Stowage put together: the folder of jars that `./stowage` starts, the rehearsal that makes its AOT cache, and
/// the report at the end of `./stowage test`. The rules of the house are this module's tests, for it alone sees all.
@NullMarked
package dev.stowage.dist;

import org.jspecify.annotations.NullMarked;
