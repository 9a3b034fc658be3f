{{/* What both kinds of pods say about themselves: a list of the root and the values of the workload. */}}
{{- define "stowage.pod" -}}
{{- $root := index . 0 -}}
{{- $own := index . 1 -}}
{{- with $root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
priorityClassName: {{ $own.priorityClassName }}
{{- if $root.Values.hostNetwork }}
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
{{- end -}}
