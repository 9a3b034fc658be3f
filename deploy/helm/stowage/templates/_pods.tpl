{{/* What all pods say about themselves: a list of the root, the values of the workload and, if not empty, that it
needs the network of the node in any case. */}}
{{- define "stowage.pod" -}}
{{- $root := index . 0 -}}
{{- $own := index . 1 -}}
{{- with $root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
priorityClassName: {{ $own.priorityClassName }}
{{- if or $root.Values.hostNetwork (index . 2) }}
hostNetwork: true
dnsPolicy: ClusterFirstWithHostNet
{{- end }}
nodeSelector:
  {{- toYaml $own.nodeSelector | nindent 2 }}
tolerations:
  {{- toYaml $own.tolerations | nindent 2 }}
{{- with $own.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* The environment of every process of ours. */}}
{{- define "stowage.env" -}}
{{- $root := index . 0 -}}
{{- $own := index . 1 -}}
- name: STOWAGE_LOG
  value: {{ $root.Values.log.level }}
- name: STOWAGE_LOG_FORMAT
  value: {{ $root.Values.log.format }}
- name: NODE_NAME
  valueFrom: {fieldRef: {fieldPath: spec.nodeName}}
- name: POD_NAME
  valueFrom: {fieldRef: {fieldPath: metadata.name}}
- name: POD_NAMESPACE
  valueFrom: {fieldRef: {fieldPath: metadata.namespace}}
- name: NAMESPACE
  valueFrom: {fieldRef: {fieldPath: metadata.namespace}}
{{- with $root.Values.apiServer.host }}
- name: KUBERNETES_SERVICE_HOST
  value: {{ . | quote }}
{{- end }}
{{- with $root.Values.apiServer.port }}
- name: KUBERNETES_SERVICE_PORT
  value: {{ . | quote }}
{{- end }}
{{- with $own.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* One page for health and metrics, at the port named http. */}}
{{- define "stowage.probes" -}}
{{- $page := dict "path" "/healthz" "port" "http" -}}
{{- with .Values.listenAddress }}{{ $_ := set $page "host" . }}{{ end -}}
startupProbe:
  httpGet: {{ toJson $page }}
  periodSeconds: 1
  failureThreshold: 120
  timeoutSeconds: 5
livenessProbe:
  httpGet: {{ toJson $page }}
  periodSeconds: 10
  failureThreshold: 5
  timeoutSeconds: 5
{{- end -}}

{{/* Who may do nothing but talk to the API server. */}}
{{- define "stowage.confined" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
capabilities: {drop: [ALL]}
seccompProfile: {type: RuntimeDefault}
{{- end -}}

{{/* The roles of the process on every node, and which node does what. */}}
{{- define "stowage.roleArgs" -}}
- --roles=provisioner,snapshotter,resizer,health{{ if .Values.mover.enabled }},mover{{ end }}
{{- if include "stowage.isShared" . }}
# Every node reaches every volume: one of them at a time does what has to be done once.
- --leader-election
- --leader-election-shared
{{- else }}
- --node-deployment
- --node-deployment-base-delay={{ .Values.node.immediateBindingDelay }}
- --strict-topology
- --immediate-topology=false
{{- if .Values.driver.capacity }}
- --enable-capacity
- --capacity-for-immediate-binding
{{- end }}
{{- end }}
{{- if .Values.groupSnapshots.enabled }}
- --feature-gates=CSIVolumeGroupSnapshot=true
{{- end }}
{{- if .Values.mover.enabled }}
- --mover-peer-address=:{{ .Values.mover.port }}
{{- with .Values.mover.bandwidthLimit }}
- --mover-bandwidth-limit={{ . }}
{{- end }}
{{- end }}
{{- end -}}

{{/* The flags that limit what a pod may request as an inline volume. */}}
{{- define "stowage.inlineArgs" -}}
{{- if and .Values.csiDriver.inlineVolumes (not (include "stowage.isCentral" .)) }}
- --inline-volume-max-size={{ .Values.driver.inlineVolumes.maxSize }}
- --inline-volume-limit={{ .Values.driver.inlineVolumes.limit }}
{{- with .Values.driver.inlineVolumes.pools }}
- --inline-volume-pools={{ join "," . }}
{{- end }}
{{- else }}
- --inline-volumes=false
{{- end }}
{{- end -}}
