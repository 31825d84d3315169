import type { NetConnectOpts } from 'node:net';
import { ExplainedError } from '../../ports/explained-error.ts';

/** A setting of a line cannot be used; the message names it. */
export class LineSettingError extends ExplainedError {
  override readonly name = 'LineSettingError';
}

export type LineAddress = { readonly path: string } | { readonly host: string; readonly port: number };

const secretMin = 32;

/** Parses `unix:/path/to/socket` or `tcp://host:port`. Throws LineSettingError. */
export function parseLineAddress(text: string): LineAddress {
  if (text.startsWith('unix:/')) return { path: text.slice('unix:'.length) };
  const [, bracketed, name, port] = /^tcp:\/\/(?:\[([0-9a-f:.]+)\]|([^:/[\]]+)):(\d{1,5})$/i.exec(text) ?? [];
  const host = bracketed ?? name;
  if (host === undefined || Number(port) > 65_535)
    throw new LineSettingError(`${text} is not the address of a line: unix:/path or tcp://host:port.`);
  return { host, port: Number(port) };
}

/**
 * Returns the secret of a line. A line over TCP must have one, of at least 32 characters: everyone in the network could
 * submit commands. A Unix socket is protected by its mode. Throws LineSettingError.
 */
export function secretFor(address: LineAddress, secret: string | null): string {
  if ('host' in address && (secret ?? '').length < secretMin)
    throw new LineSettingError(
      `A line over TCP needs the setting LINE_SECRET with at least ${secretMin} characters, the same at both ends.`,
    );
  return secret ?? '';
}

export function toConnectOptions(address: LineAddress): NetConnectOpts {
  return 'path' in address ? { path: address.path } : { ...address, noDelay: true };
}
