{{/* The flags that tell the driver where its volumes are. */}}
{{- define "stowage.poolArgs" -}}
{{- if .Values.driver.pools }}
- --config=/etc/stowage/pools.json
{{- else }}
- --backend={{ .Values.driver.pool.backend }}
{{- if eq .Values.driver.pool.backend "shared" }}
- --share={{ required "driver.pool.directory: backend shared needs the folder where the shared file system is mounted" .Values.driver.pool.directory }}
{{- else if .Values.driver.pool.directory }}
- --pool={{ .Values.driver.pool.directory }}
{{- end }}
- --pool-size={{ .Values.driver.pool.size }}
- --overcommit={{ .Values.driver.pool.overcommit }}
- --low-water={{ .Values.driver.pool.lowWater }}
{{- if .Values.driver.pool.thin }}
- --thin
{{- end }}
{{- if include "stowage.isCentral" . }}
# A pool in a file would be seen by whoever has mounted it, and by nobody else.
- --own-pool=false
{{- end }}
{{- with .Values.driver.pool.volumeGroup }}
- --volume-group={{ . }}
{{- end }}
{{- with .Values.driver.pool.thinPool }}
- --thin-pool={{ . }}
{{- end }}
{{- end }}
{{- if .Values.mounter.enabled }}
- --mounter-endpoint=/run/stowage/mounter.sock
{{- end }}
{{- end -}}

{{/* The folders of pools that are not beneath the data folder, each once. */}}
{{- define "stowage.poolFolders" -}}
{{- $data := .Values.driver.dataDir -}}
{{- $found := list -}}
{{- $pools := .Values.driver.pools -}}
{{- if not $pools }}{{ $pools = list .Values.driver.pool }}{{ end -}}
{{- range $pools -}}
{{- if and .directory (not (hasPrefix (printf "%s/" $data) .directory)) }}{{ $found = append $found .directory }}{{ end -}}
{{- end -}}
{{- toJson (dict "folders" (uniq $found)) -}}
{{- end -}}

{{/* The types of the sources of all pools. */}}
{{- define "stowage.sourceTypes" -}}
{{- $types := list -}}
{{- range .Values.driver.pools }}{{ with .source }}{{ $types = append $types .type }}{{ end }}{{ end -}}
{{- join "," $types -}}
{{- end -}}

{{/* A mount of NFS belongs to the network that it was made in, and would hang when that ends with the pod. */}}
{{- define "stowage.mountsNfs" -}}
{{- if has "nfs" (splitList "," (include "stowage.sourceTypes" .)) }}yes{{ end -}}
{{- end -}}

{{/* Programs of shares that the mounter runs. */}}
{{- define "stowage.needsMounter" -}}
{{- if regexMatch "glusterfs|fuse" (include "stowage.sourceTypes" .) }}yes{{ end -}}
{{- end -}}

{{/* Volumes that are block devices: the I/O of pods on them can be limited. */}}
{{- define "stowage.usesDevices" -}}
{{- range default (list .Values.driver.pool) .Values.driver.pools }}{{ if has .backend (list "image" "lvm") }}yes{{ end }}{{ end -}}
{{- end -}}

{{- define "stowage.usesLvm" -}}
{{- range default (list .Values.driver.pool) .Values.driver.pools }}{{ if eq .backend "lvm" }}yes{{ end }}{{ end -}}
{{- end -}}

{{/* Where driver and mounter find each other. Not beneath the data folder: a socket does not outlive the machine. */}}
{{- define "stowage.mounterSocket" -}}
- name: mounter-socket
  hostPath: {path: /run/stowage/{{ .Values.driver.name }}, type: DirectoryOrCreate}
{{- end -}}

{{- define "stowage.poolMounts" -}}
- name: data
  mountPath: {{ .Values.driver.dataDir }}
  mountPropagation: Bidirectional
{{- range $i, $folder := (fromJson (include "stowage.poolFolders" .)).folders }}
- name: pool-{{ $i }}
  mountPath: {{ $folder }}
  mountPropagation: Bidirectional
{{- end }}
{{- if .Values.driver.pools }}
- name: pools
  mountPath: /etc/stowage
  readOnly: true
{{- end }}
{{- if include "stowage.usesLvm" . }}
# The programs of the node and those of the container have to see each other's locks.
- {name: lvm-locks, mountPath: /run/lock/lvm}
- {name: lvm, mountPath: /run/lvm}
{{- end }}
{{- if .Values.mounter.enabled }}
- {name: mounter-socket, mountPath: /run/stowage}
{{- end }}
{{- end -}}

{{- define "stowage.poolVolumes" -}}
- name: data
  hostPath: {path: {{ .Values.driver.dataDir }}, type: DirectoryOrCreate}
{{- range $i, $folder := (fromJson (include "stowage.poolFolders" .)).folders }}
{{- /* Not created when it is missing: what is below a disk that is not mounted is not the pool. */}}
- name: pool-{{ $i }}
  hostPath: {path: {{ $folder }}, type: Directory}
{{- end }}
{{- if .Values.driver.pools }}
- name: pools
  configMap: {name: {{ include "stowage.fullname" . }}-pools}
{{- end }}
{{- if include "stowage.usesLvm" . }}
- name: lvm-locks
  hostPath: {path: /run/lock/lvm, type: DirectoryOrCreate}
- name: lvm
  hostPath: {path: /run/lvm, type: DirectoryOrCreate}
{{- end }}
{{- if .Values.mounter.enabled }}
{{ include "stowage.mounterSocket" . }}
{{- end }}
{{- end -}}
