import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { natsUsers } from '../../../testkit/nats-users.ts';
import { repositoryRoot as root } from '../../../testkit/product.ts';
import {
  filledIn,
  imageEnv,
  prepareCompose,
  read,
  readCompose,
  readEnv,
  readManifests,
  type Service,
} from '../../../testkit/shipped-files.ts';
import { parseConfig } from './config.ts';
import { findUnsafe } from './config-production.ts';

const has = (program: string, argument = '--version') => spawnSync(program, [argument]).error === undefined;
const feed = 'websocket:/etc/candor/feeds/kraken.json';

let folder: string;
let prepared: Record<string, string>;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-compose-'));
  const env = { DOMAIN: 'firm.test', OPERATOR_EMAIL: 'ann@firm.test', SMTP_URL: 'smtps://u:p@mail.firm.test' };
  prepared = { ...prepareCompose(folder, env), FEED: feed };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Unsafe settings of a process with these settings, in production. Throws if a setting cannot be used. */
function unsafeWith(env: Readonly<Record<string, string>>): { role: string; unsafe: string[] } {
  expect(env['PRODUCTION']).toBe('on');
  const config = parseConfig(env, root);
  return { role: config.role, unsafe: findUnsafe(config).map(({ setting }) => setting) };
}

const roleIn = ({ command }: Service) => command?.find((one) => one.startsWith('--role='))?.slice('--role='.length);

describe('R-RUN-91 the image', () => {
  const lines = read('Dockerfile').split('\n');
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));

  test('runs as a user that is not root, from files of root, with a health check', () => {
    expect(last.filter((line) => line.startsWith('USER '))).toEqual(['USER 10001:10001']);
    expect(last).toContain('COPY --from=build /release/ /opt/candor/');
    expect(last.some((line) => line.startsWith('HEALTHCHECK ') && line.includes('health.mjs'))).toBe(true);
    expect(last.filter((line) => line.startsWith('ENTRYPOINT '))).toEqual([
      'ENTRYPOINT ["node", "/opt/candor/apps/server/dist/main.js"]',
    ]);
    expect(read('Dockerfile')).not.toMatch(/:latest|--chown/);
    expect(imageEnv()).toMatchObject({ PRODUCTION: 'on', NODE_ENV: 'production', KEYS_DIR: '/var/lib/candor/keys' });
  });

  test('takes neither secrets nor data of the folder that it is built in', () => {
    expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['.git', 'data', '**/node_modules']));
  });
});

describe('R-RUN-92 docker compose', () => {
  const compose = readCompose();
  const ours = Object.entries(compose.services).filter(([, one]) => roleIn(one) !== undefined);

  test('has every role, with a standby of the core and two gateways', () => {
    const roles = ours.map(([, one]) => roleIn(one) ?? '').sort();
    expect(roles).toEqual(['core', 'core', 'gateway', 'gateway', 'jobs', 'market']);
  });

  test('gives each process settings that are safe in production', () => {
    for (const [name, one] of ours) {
      const own = Object.entries(one.environment ?? {}).map(([key, value]) => [key, filledIn(value, prepared)]);
      const { unsafe } = unsafeWith({ ...imageEnv(), ...Object.fromEntries(own), ROLE: roleIn(one) ?? '' });
      expect(unsafe, name).toEqual([]);
    }
  });

  test('refuses to start without the passwords', () => {
    const env = ours[0]?.[1].environment ?? {};
    expect(() => filledIn(env['DATABASE_URL'] ?? '', {})).toThrow('OWNER_PASSWORD has no value');
    expect(() => filledIn(env['FEED'] ?? '', {})).toThrow('FEED has no value');
  });

  test('lets no process write outside its volumes or gain rights, and bounds memory and logs', () => {
    for (const [name, one] of Object.entries(compose.services)) {
      expect(one, name).toMatchObject({ restart: 'unless-stopped', security_opt: ['no-new-privileges:true'] });
      expect(one.privileged, name).toBeUndefined();
      expect(one.image, name).toMatch(/:v?\d+\.\d+|\$\{CANDOR_IMAGE:-candor:\d/);
      expect(one.logging?.options, name).toMatchObject({ 'max-size': '20m', 'max-file': '5' });
      // PostgreSQL changes its user itself, and writes its lock beside its socket.
      if (name === 'postgres') continue;
      expect(one, name).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
      expect(one.mem_limit, name).toMatch(/^\d+[mg]$/);
    }
  });

  test('keeps the data folder of each process apart, and shares keys and files with those that need them', () => {
    const volumeOf = (one: Service, path: string) =>
      one.volumes?.find((volume) => volume.split(':')[1] === path)?.split(':')[0];
    const data = ours.map(([, one]) => volumeOf(one, '/var/lib/candor/data'));
    expect(data).not.toContain(undefined);
    expect(new Set(data).size).toBe(ours.length);
    for (const [name, one] of ours) {
      const role = roleIn(one);
      expect(volumeOf(one, '/var/lib/candor/keys'), name).toBe(role === 'market' ? undefined : 'keys');
      const hasFiles = role === 'gateway' || role === 'jobs';
      expect(volumeOf(one, '/var/lib/candor/files'), name).toBe(hasFiles ? 'files' : undefined);
      expect(volumeOf(one, '/var/lib/candor/archive'), name).toBe(role === 'core' ? 'archive' : undefined);
    }
  });

  test('opens nothing but the proxy to the network, and no process of the trading core to the internet', () => {
    const published = Object.entries(compose.services).flatMap(([name, { ports = [] }]) =>
      ports.filter((one) => !one.startsWith('127.0.0.1:')).map((one) => `${name} ${one}`),
    );
    expect(published).toEqual(['caddy 80:80', 'caddy 443:443', 'caddy 443:443/udp']);
    expect(compose.networks['inside']?.internal).toBe(true);
    for (const name of ['core-1', 'core-2', 'gateway-1', 'gateway-2', 'postgres', 'nats', 'prometheus'])
      expect(compose.services[name]?.networks, name).toEqual(['inside']);
  });

  test('NATS has exactly the users of the runbook, and accepts TLS only', () => {
    const conf = read('ops/compose/nats.conf');
    const rows = natsUsers(1, (role) => `$${role}`).replaceAll(
      /"\$(\w+)"/g,
      (_, role: string) => `$${role.toUpperCase()}`,
    );
    expect(conf.slice(conf.indexOf('authorization')).trim()).toBe(rows.trim());
    expect(conf).toMatch(/tls \{\n {2}cert_file/);
  });

  test('Prometheus scrapes every process', () => {
    const config = parse(read('ops/compose/prometheus.yml')) as {
      scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[];
    };
    const [job] = config.scrape_configs;
    expect(job?.job_name).toBe('candor');
    expect(job?.static_configs[0]?.targets.toSorted()).toEqual(ours.map(([name]) => `${name}:9464`).sort());
  });

  test('prepare.sh makes passwords of its own that only the owner may read, and never makes them again', () => {
    const secrets = Object.entries(prepared).filter(([name]) => /PASSWORD|^NATS_/.test(name));
    expect(secrets).toHaveLength(9);
    expect(new Set(secrets.map(([, value]) => value)).size).toBe(9);
    for (const [, value] of secrets) expect(value).toMatch(/^c[0-9a-f]{48}$/);
    for (const name of ['.env', 'secrets/ca.key']) expect(statSync(join(folder, name)).mode & 0o077, name).toBe(0);
    expect(statSync(join(folder, 'secrets')).mode & 0o077).toBe(0);
    const again = spawnSync('/bin/sh', [join(folder, 'prepare.sh')], {
      env: { PATH: process.env['PATH'], DOMAIN: 'x.test', OPERATOR_EMAIL: 'a@x.test', SMTP_URL: 'smtps://u:p@x.test' },
      encoding: 'utf8',
    });
    expect(again.status).toBe(1);
    expect(again.stderr).toContain('.env is there already');
    expect(readEnv(readFileSync(join(folder, '.env'), 'utf8'))['PUBLIC_HOST']).toBe('m.firm.test');
  });

  test.runIf(has('caddy', 'version'))('Caddy accepts its file', () => {
    const args = ['adapt', '--validate', '--adapter', 'caddyfile', '--config', join(root, 'ops/compose/Caddyfile')];
    const env = { ...process.env, HOSTS: 'm.firm.test, api.firm.test', ACME_EMAIL: 'ann@firm.test', HOME: folder };
    const { status, stdout, stderr } = spawnSync('caddy', args, { env, encoding: 'utf8' });
    expect(status, stderr).toBe(0);
    expect(stdout).toContain('api.firm.test');
    expect(stdout.indexOf('/readyz')).toBeLessThan(stdout.indexOf('/healthz'));
  });
});

describe('R-RUN-93 systemd', () => {
  const common = readEnv(read('ops/systemd/common.env'));
  const files = readdirSync(join(root, 'ops', 'systemd')).filter(
    (name) => name.endsWith('.env') && name !== 'common.env',
  );

  test('gives each process settings that are safe in production, with ports of its own', () => {
    const ports = new Set<string>();
    for (const name of files) {
      const own = readEnv(read(`ops/systemd/${name}`));
      const dataDir = `/var/lib/candor/${name.replace('.env', '')}`;
      const { role, unsafe } = unsafeWith({ ...common, ...own, FEED: feed, DATA_DIR: dataDir });
      expect(name.replace(/(-\d)?\.env$/, '')).toBe(role);
      expect(unsafe, name).toEqual([]);
      for (const port of [own['PORT'], own['METRICS_PORT']]) ports.add(port ?? '');
    }
    expect(files).toHaveLength(6);
    expect(ports.size).toBe(12);
  });

  test.runIf(has('systemd-analyze'))('systemd accepts the units, and finds the hardening good', () => {
    const unit = join(root, 'ops', 'systemd', 'candor@.service');
    const { status, stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=15', unit], {
      encoding: 'utf8',
    });
    expect(status, stdout).toBe(0);
    const verify = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
    // The program is installed on a server only.
    const complaints = verify.stderr
      .split('\n')
      .filter((line) => line !== '' && !/not executable|Command .* failed/.test(line));
    expect(complaints).toEqual([]);
  });
});

describe('R-RUN-94 Kubernetes', () => {
  const manifests = readManifests('candor.yaml');
  const secrets = readManifests('secret.example.yaml');
  const sets = manifests.filter(({ kind }) => kind === 'StatefulSet');
  const named = (kind: string, name: string) =>
    [...manifests, ...secrets].find((one) => one.kind === kind && one.metadata.name === name);

  test('gives each role settings that are safe in production, and its own login of NATS alone', () => {
    expect(sets.map(({ metadata, spec }) => [metadata.name, spec?.replicas])).toEqual([
      ['market', 1],
      ['core', 2],
      ['jobs', 1],
      ['gateway', 2],
    ]);
    for (const { metadata, spec } of sets) {
      const [container] = spec?.template?.spec.containers ?? [];
      const sources = (container?.envFrom ?? []).map(({ configMapRef, secretRef }) =>
        configMapRef === undefined ? named('Secret', secretRef?.name ?? '') : named('ConfigMap', configMapRef.name),
      );
      expect(sources).not.toContain(undefined);
      const env = Object.assign({}, ...sources.map((one) => one?.data ?? one?.stringData)) as Record<string, string>;
      const role = container?.args[0]?.slice('--role='.length) ?? '';
      expect(role).toBe(metadata.name);
      expect(env['NATS_URL']).toContain(`tls://${role}:`);
      expect(unsafeWith({ ...env, FEED: feed, ROLE: role }).unsafe, role).toEqual([]);
    }
  });

  test('lets no pod write outside its volumes or gain rights; a core that waits is no failed pod', () => {
    for (const { metadata, spec } of sets) {
      const pod = spec?.template?.spec;
      expect(pod?.automountServiceAccountToken).toBe(false);
      expect(pod?.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
      const [container] = pod?.containers ?? [];
      expect(container?.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(container?.resources.limits['memory']).toMatch(/Gi$/);
      expect(container?.livenessProbe.httpGet.path).toBe('/healthz');
      expect(container?.readinessProbe.httpGet.path).toBe(metadata.name === 'gateway' ? '/readyz' : '/healthz');
      const mounts = container?.volumeMounts.map(({ name }) => name) ?? [];
      const volumes = [...(pod?.volumes.map(({ name }) => name) ?? []), 'data'];
      expect(mounts.filter((name) => !volumes.includes(name))).toEqual([]);
    }
  });
});

test('R-RUN-95 each panel of the dashboard asks for metrics that are served, and says what it shows', () => {
  interface Panel {
    readonly type: string;
    readonly title: string;
    readonly description?: string;
    readonly fieldConfig?: { readonly defaults: { readonly unit?: string } };
    readonly targets?: readonly { readonly expr: string }[];
  }
  const board = JSON.parse(read('ops/grafana/candor.json')) as { panels: Panel[] };
  const served = new Set([...read('docs/metrics.md').matchAll(/^\| `([a-z_]+)` +\|/gm)].map(([, name]) => name));
  const panels = board.panels.filter(({ type }) => type !== 'row');
  expect(panels.length).toBeGreaterThan(15);
  for (const { title, description, fieldConfig, targets = [] } of panels) {
    expect(description, title).toMatch(/\.$/);
    expect(fieldConfig?.defaults.unit, title).toMatch(/\w/);
    expect(targets.length, title).toBeGreaterThan(0);
    const names = targets.flatMap(({ expr }) => [...expr.matchAll(/\b(?:candor|process|nodejs)_[a-z_]+/g)]);
    expect(names.length, title).toBeGreaterThan(0);
    for (const [name] of names) expect(served.has(name.replace(/_bucket$/, '')), `${title}: ${name}`).toBe(true);
  }
});
