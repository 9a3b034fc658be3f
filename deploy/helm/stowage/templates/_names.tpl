{{- define "stowage.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{- define "stowage.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 48 | trimSuffix "-" -}}
{{- else if contains (include "stowage.name" .) .Release.Name -}}
{{- .Release.Name | trunc 48 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name (include "stowage.name" .) | trunc 48 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "stowage.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
app.kubernetes.io/name: {{ include "stowage.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{/* What pods are found by: a list of the root and the component. */}}
{{- define "stowage.selector" -}}
{{- $root := index . 0 -}}
app.kubernetes.io/name: {{ include "stowage.name" $root }}
app.kubernetes.io/instance: {{ $root.Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end -}}

{{- define "stowage.nodeAccount" -}}
{{- default (printf "%s-node" (include "stowage.fullname" .)) .Values.serviceAccounts.node -}}
{{- end -}}

{{- define "stowage.controllerAccount" -}}
{{- default (printf "%s-controller" (include "stowage.fullname" .)) .Values.serviceAccounts.controller -}}
{{- end -}}

{{- define "stowage.signerAccount" -}}
{{- default (printf "%s-signer" (include "stowage.fullname" .)) .Values.serviceAccounts.signer -}}
{{- end -}}

{{/* The users that get a certificate for the mover of their node: no other account of the namespace. */}}
{{- define "stowage.moverUsers" -}}
{{- $users := list -}}
{{- range $account := prepend .Values.mover.otherAccounts (include "stowage.nodeAccount" .) -}}
{{- $users = append $users (printf "system:serviceaccount:%s:%s" $.Release.Namespace $account) -}}
{{- end -}}
{{- join "," $users -}}
{{- end -}}

{{/* The whole name of an image: a list of the root and the image's own name. */}}
{{- define "stowage.image" -}}
{{- $root := index . 0 -}}
{{- $root.Values.image.registry }}/{{ index . 1 }}:{{ default $root.Chart.AppVersion $root.Values.image.tag -}}
{{- end -}}

{{- define "stowage.isCentral" -}}
{{- if eq .Values.driver.shape "central" }}yes{{ end -}}
{{- end -}}

{{/* All pools are shares: any node can do for a volume what has to be done once. */}}
{{- define "stowage.isShared" -}}
{{- $local := list -}}
{{- range default (list .Values.driver.pool) .Values.driver.pools -}}
{{- if ne .backend "shared" }}{{ $local = append $local .backend }}{{ end -}}
{{- end -}}
{{- if not (or $local (include "stowage.isCentral" .)) }}yes{{ end -}}
{{- end -}}

{{- define "stowage.hasController" -}}
{{- if or .Values.snapshotController.enabled .Values.control.enabled (include "stowage.isCentral" .) }}yes{{ end -}}
{{- end -}}
