// Adds to package-lock.json the platform packages that npm could not write.
//
// npm leaves an optional package out of the lock when the registry it asks does not hold it (mirrors often keep only
// the platforms they run on). `npm ci` then refuses the whole lock on every machine. An entry with a version and the
// platform it is for is enough: npm skips it elsewhere and fetches it where it is wanted. Run after `npm install`.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const operatingSystems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const processors = ['arm64', 'arm', 'ia32', 'ppc64', 's390x', 'riscv64', 'x64'];

/** Returns the platform in a package name such as `@oxlint/binding-linux-x64-musl`. */
function platformOf(name) {
  const words = name.split('/').at(-1).split(/[-.]/);
  const os = operatingSystems.find((one) => words.includes(one));
  const cpu = processors.find((one) => words.includes(one));
  if (!os || !cpu)
    throw new Error(`Cannot tell the platform of the optional package ${name}: write its entry by hand.`);
  const libc = os !== 'linux' ? undefined : words.some((word) => word.startsWith('musl')) ? 'musl' : 'glibc';
  return { os: [os], cpu: [cpu], ...(libc && { libc: [libc] }) };
}

/** Returns every optional package that a locked package names and the lock does not contain. */
export function missingPlatformPackages(lock) {
  const missing = [];
  for (const [path, entry] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (lock.packages[`${path}/node_modules/${name}`] || lock.packages[`node_modules/${name}`]) continue;
      missing.push({ name, version, dev: entry.dev === true });
    }
  }
  return missing;
}

function completeLockfile(path) {
  const lock = JSON.parse(readFileSync(path, 'utf8'));
  const missing = missingPlatformPackages(lock);
  for (const { name, version, dev } of missing) {
    if (!/^\d/.test(version)) throw new Error(`${name} is wanted as "${version}", not as one exact version.`);
    const { os, cpu, libc } = platformOf(name);
    lock.packages[`node_modules/${name}`] = {
      version,
      cpu,
      ...(dev && { dev }),
      ...(libc && { libc }),
      optional: true,
      os,
    };
  }
  const order = (a, b) => (a === '' ? -1 : b === '' ? 1 : a.localeCompare(b, 'en'));
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => order(a, b)));
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${path}: ${missing.length} platform packages added.`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  completeLockfile(fileURLToPath(new URL('../package-lock.json', import.meta.url)));
}
