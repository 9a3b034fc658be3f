/// The same kubectl calls to our server and to kube-apiserver: nobody should be able to tell the answers apart.
@NullMarked
package dev.stowage.interop.kubectl;

import org.jspecify.annotations.NullMarked;
