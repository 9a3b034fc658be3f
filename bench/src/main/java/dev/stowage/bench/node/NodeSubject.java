package dev.stowage.bench.node;

import java.nio.file.Path;

/// A cluster with one node that is measured.
///
/// @param root the kubelet's folder of that node
/// @param plain the class whose volumes need not be attached
/// @param attached the class whose volumes are attached
/// @param pid of the node agent
/// @param process what that process is
record NodeSubject(String name, Path kubeconfig, Path root, String plain, String attached, long pid, String process) {}
