/// Requests for certificates.
@NullMarked
package dev.stowage.apiserver.group.certificates;

import org.jspecify.annotations.NullMarked;
