/// Compares the chart, the manifests and the examples with the code that they start. Helm itself is tested
/// elsewhere.
@NullMarked
package dev.stowage.dist.deploy;

import org.jspecify.annotations.NullMarked;
