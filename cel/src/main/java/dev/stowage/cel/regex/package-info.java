/// Regular expressions in Go's syntax that take linear time in the length of the text.
@NullMarked
package dev.stowage.cel.regex;

import org.jspecify.annotations.NullMarked;
