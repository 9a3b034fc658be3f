/// Suites that test Stowage against reference implementations. `DESIGN.md` beside the sources explains them.
///
/// The names of annotations and event reasons are copied here on purpose: a suite must not share a mistake with the
/// product.
@NullMarked
package dev.stowage.interop;

import org.jspecify.annotations.NullMarked;
