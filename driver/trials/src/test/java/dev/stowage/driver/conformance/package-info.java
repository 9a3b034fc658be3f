/// The conformance suite on every backend, each in its own process.
@NullMarked
package dev.stowage.driver.conformance;

import org.jspecify.annotations.NullMarked;
