/// Custom resources: their definitions, and the resources that are served because of them.
@NullMarked
package dev.stowage.apiserver.crd;

import org.jspecify.annotations.NullMarked;
