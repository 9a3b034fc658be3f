/// The software bill of materials of the image, for vulnerability scanners.
@NullMarked
package dev.stowage.image.sbom;

import org.jspecify.annotations.NullMarked;
