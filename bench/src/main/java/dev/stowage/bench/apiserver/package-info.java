/// Our API server compared with kube-apiserver and etcd.
@NullMarked
package dev.stowage.bench.apiserver;

import org.jspecify.annotations.NullMarked;
