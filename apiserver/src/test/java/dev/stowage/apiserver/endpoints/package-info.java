@NullMarked
package dev.stowage.apiserver.endpoints;

import org.jspecify.annotations.NullMarked;
