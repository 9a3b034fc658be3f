/// `./stowage demo` as its user starts it.
@NullMarked
package dev.stowage.interop.demo;

import org.jspecify.annotations.NullMarked;
