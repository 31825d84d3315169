import { execFileSync } from 'node:child_process';
import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { UnsupportedPlatformError } from './errors.ts';

export interface Identity {
  uid: number;
  gid: number;
}

/** PostgreSQL refuses to run as root. This uid is in a range that Debian and systemd leave free. */
const dedicatedId = 60917;

/** Returns the uid that runs the server: another one for root; undefined for an ordinary user. */
export function serverIdentity(clusterDir: string): Identity | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (existsSync(clusterDir)) {
    // A cluster of an ordinary user keeps its owner, who can then start it again without root.
    const { uid, gid } = statSync(clusterDir);
    if (uid !== 0) return { uid, gid };
  }
  return { uid: dedicatedId, gid: dedicatedId };
}

/** initdb, unlike the server, looks up its user by name; every system has "nobody". */
export function initdbIdentity(): Identity {
  const idOf = (option: string) => Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }));
  try {
    return { uid: idOf('-u'), gid: idOf('-g') };
  } catch {
    throw new UnsupportedPlatformError('PostgreSQL does not run as root, and this system has no user "nobody".');
  }
}

/** True if the user may enter the folder and all its parents. */
export function canReach(folder: string, identity: Identity | undefined): boolean {
  if (!identity) return true;
  for (let at = realpathSync(folder); ; at = dirname(at)) {
    const { uid, gid, mode } = statSync(at);
    const needed = uid === identity.uid ? 0o100 : gid === identity.gid ? 0o010 : 0o001;
    if (!(mode & needed)) return false;
    if (at === dirname(at)) return true;
  }
}
