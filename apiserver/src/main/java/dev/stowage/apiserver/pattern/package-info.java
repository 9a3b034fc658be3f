/// Regular expressions that take time in proportion to the text, whatever they say.
@NullMarked
package dev.stowage.apiserver.pattern;

import org.jspecify.annotations.NullMarked;
