import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { repositoryRoot as root } from './product.ts';

export const read = (path: string) => readFileSync(join(root, path), 'utf8');

export interface Service {
  readonly image: string;
  readonly user?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly privileged?: boolean;
  readonly restart?: string;
  readonly mem_limit?: string;
  readonly logging?: { readonly options: Readonly<Record<string, string>> };
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly networks?: unknown;
}

export interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
}

export function readCompose(): Compose {
  return parse(read('ops/compose/compose.yaml'), { merge: true }) as Compose;
}

/** Values of the fields of `.env` and of settings files. */
export function readEnv(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => /^[A-Z_]+=/.test(line));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}

/** Makes a copy of the compose folder and runs `prepare.sh` there; returns the folder and what `.env` has then. */
export function prepareCompose(folder: string, env: Readonly<Record<string, string>>): Record<string, string> {
  cpSync(join(root, 'ops', 'compose'), folder, { recursive: true });
  execFileSync('/bin/sh', [join(folder, 'prepare.sh')], { env: { PATH: process.env['PATH'], ...env }, stdio: 'pipe' });
  return readEnv(readFileSync(join(folder, '.env'), 'utf8'));
}

/** Fills in `${NAME:?…}` and `${NAME:-default}` as Docker Compose does. Throws for a needed value that is empty. */
export function filledIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{(\w+):([?-])([^}]*)\}/g, (_, name: string, kind: string, other: string) => {
    const value = values[name] ?? '';
    if (value !== '') return value;
    if (kind === '?') throw new Error(`${name} has no value: ${other}`);
    return other;
  });
}

/** Environment that the image gives every process. */
export function imageEnv(): Record<string, string> {
  const [, block = ''] = /^ENV ((?:.*\\\n)*.*)$/m.exec(read('Dockerfile')) ?? [];
  return Object.fromEntries([...block.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]));
}

export interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly stringData?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly replicas?: number;
    readonly template?: { readonly spec: PodSpec };
    readonly selector?: unknown;
  };
}

export interface PodSpec {
  readonly automountServiceAccountToken: boolean;
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly containers: readonly {
    readonly image: string;
    readonly args: readonly string[];
    readonly envFrom: readonly { readonly configMapRef?: { name: string }; readonly secretRef?: { name: string } }[];
    readonly securityContext: Readonly<Record<string, unknown>>;
    readonly resources: { readonly limits: Readonly<Record<string, string>> };
    readonly livenessProbe: { readonly httpGet: { readonly path: string } };
    readonly readinessProbe: { readonly httpGet: { readonly path: string } };
    readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  }[];
  readonly volumes: readonly { readonly name: string }[];
}

export function readManifests(name: string): readonly Manifest[] {
  return parseAllDocuments(read(`ops/kubernetes/${name}`)).map((document) => {
    if (document.errors[0] !== undefined) throw document.errors[0];
    return document.toJS() as Manifest;
  });
}
