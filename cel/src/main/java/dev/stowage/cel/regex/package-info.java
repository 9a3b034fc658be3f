/// Regular expressions that take time in proportion to the text, whatever they say.
@NullMarked
package dev.stowage.cel.regex;

import org.jspecify.annotations.NullMarked;
