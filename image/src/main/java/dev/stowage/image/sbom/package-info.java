/// What the image is made of, for whoever has to know whether a flaw concerns it.
@NullMarked
package dev.stowage.image.sbom;

import org.jspecify.annotations.NullMarked;
