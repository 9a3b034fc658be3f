/// What a kubelet may do: to its own objects, and to those that the pods on its node use.
@NullMarked
package dev.stowage.apiserver.authorization.node;

import org.jspecify.annotations.NullMarked;
