@NullMarked
package dev.stowage.apiserver.resourcemetrics;

import org.jspecify.annotations.NullMarked;
