{{/* Sets of rules, files of the folder rbac, that the process on every node needs. */}}
{{- define "stowage.nodeRights" -}}
{{- if not (include "stowage.isCentral" .) }}
- provisioner
- resizer
- snapshotter
- health
- leases
{{- if include "stowage.isShared" . }}
- provisioner-central
{{- else }}
- own-node
{{- if .Values.driver.capacity }}
- capacity
{{- end }}
{{- if .Values.mover.enabled }}
- mover
{{- end }}
{{- end }}
{{- if .Values.groupSnapshots.enabled }}
- snapshotter-groups
{{- end }}
{{- if .Values.rbac.secrets }}
- secrets
{{- end }}
{{- end }}
{{- end -}}

{{/* The same for what the cluster needs once. */}}
{{- define "stowage.controllerRights" -}}
{{- $central := include "stowage.isCentral" . }}
- leases
{{- if .Values.snapshotController.enabled }}
- snapshot-controller
{{- if not (or $central (include "stowage.isShared" .)) }}
- snapshot-controller-distributed
{{- end }}
{{- if .Values.groupSnapshots.enabled }}
- snapshot-controller-groups
{{- end }}
{{- end }}
{{- if .Values.control.enabled }}
- control
{{- end }}
{{- if $central }}
- provisioner
- provisioner-central
- attacher
- resizer
- snapshotter
- health
{{- if .Values.groupSnapshots.enabled }}
- snapshotter-groups
{{- end }}
{{- if .Values.rbac.secrets }}
- secrets
{{- end }}
{{- end }}
{{- end -}}
