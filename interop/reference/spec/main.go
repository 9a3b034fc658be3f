// Command spec writes the descriptors of the two interfaces Stowage speaks, as their owners publish them:
// the Container Storage Interface and the kubelet's plug-in registration. One file each, a FileDescriptorProto.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/container-storage-interface/spec/lib/go/csi"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	registration "k8s.io/kubelet/pkg/apis/pluginregistration/v1"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: spec DIRECTORY")
		os.Exit(2)
	}
	files := map[string]protoreflect.FileDescriptor{
		"csi.binpb":                csi.File_csi_proto,
		"pluginregistration.binpb": registration.File_staging_src_k8s_io_kubelet_pkg_apis_pluginregistration_v1_api_proto,
	}
	for name, file := range files {
		if err := write(filepath.Join(os.Args[1], name), file); err != nil {
			fmt.Fprintln(os.Stderr, "spec:", err)
			os.Exit(1)
		}
	}
}

func write(path string, file protoreflect.FileDescriptor) error {
	bytes, err := proto.MarshalOptions{Deterministic: true}.Marshal(protodesc.ToFileDescriptorProto(file))
	if err != nil {
		return fmt.Errorf("descriptor of %s: %w", file.Path(), err)
	}
	return os.WriteFile(path, bytes, 0o644)
}
