// Command spec-1.12 writes the descriptor of CSI 1.12, the last version with volume conditions. Stowage keeps those
// parts beside CSI 1.13, so they are compared with the version that had them. Its own module, because a Go module
// holds one version of the specification.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/container-storage-interface/spec/lib/go/csi"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: spec-1.12 DIRECTORY")
		os.Exit(2)
	}
	bytes, err := proto.MarshalOptions{Deterministic: true}.Marshal(protodesc.ToFileDescriptorProto(csi.File_csi_proto))
	if err == nil {
		err = os.WriteFile(filepath.Join(os.Args[1], "csi-1.12.binpb"), bytes, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "spec-1.12:", err)
		os.Exit(1)
	}
}
