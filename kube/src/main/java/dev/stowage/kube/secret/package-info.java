/// References to secrets in the parameters of classes, with their templates.
@NullMarked
package dev.stowage.kube.secret;

import org.jspecify.annotations.NullMarked;
