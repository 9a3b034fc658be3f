/// A conformance suite for CSI drivers: extend [dev.stowage.testkit.CsiConformance], specify where the driver
/// listens, run it as a test.
@NullMarked
package dev.stowage.testkit;

import org.jspecify.annotations.NullMarked;
