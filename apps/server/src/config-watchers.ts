import { readFileSync } from 'node:fs';
import { integerField } from '@candor/contracts/http/fields';
import * as z from 'zod/mini';
import { ConfigError } from './config.ts';

const name = z.string().check(z.regex(/^[a-z0-9-]{1,32}$/));
const currency = z.string().check(z.regex(/^[A-Z0-9]{2,10}$/));
const company = integerField(1, 2_147_483_647);
const confirmations = integerField(1, 1_000);
const url = z.string().check(z.regex(/^https?:\/\/[^\s]+$/), z.maxLength(512));

const token = z.strictObject({
  currency,
  contract: z.string().check(z.regex(/^0x[\da-fA-F]{40}$/)),
  decimals: integerField(0, 36),
});
const evm = z.strictObject({
  name,
  kind: z.literal('evm'),
  url,
  chainId: integerField(1, 4_503_599_627_370_476),
  coin: z.optional(currency),
  tokens: z._default(z.array(token).check(z.maxLength(50)), []),
  confirmations,
  pollMs: z._default(integerField(500, 3_600_000), 5_000),
  company: z.optional(company),
});
const bitcoin = z.strictObject({
  name,
  kind: z.literal('bitcoin'),
  url,
  chain: z.enum(['main', 'test', 'testnet4', 'signet', 'regtest']),
  currency: z._default(currency, 'BTC'),
  confirmations,
  pollMs: z._default(integerField(500, 3_600_000), 15_000),
  company: z.optional(company),
});
const webhook = z.strictObject({
  name,
  kind: z.literal('webhook'),
  company,
  secret: z.string().check(z.regex(/^[\x21-\x7e]{32,512}$/)),
  confirmations: z._default(confirmations, 1),
});
const file = z.array(z.discriminatedUnion('kind', [evm, bitcoin, webhook])).check(z.maxLength(100));

export type WatcherSettings = z.infer<typeof file>[number];
export type EvmSettings = z.infer<typeof evm>;
export type BitcoinSettings = z.infer<typeof bitcoin>;
export type WebhookSettings = z.infer<typeof webhook>;

/**
 * Reads the watchers from the file that the setting WATCHERS names (R-FND-68). Throws ConfigError naming the place of
 * the error, never its value: the file holds passwords and secrets.
 */
export function readWatchers(path: string): readonly WatcherSettings[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigError(
      `The file of the setting WATCHERS=${path} cannot be read: ${(error as { code?: string }).code}.`,
    );
  }
  return parseWatchers(text, path);
}

export function parseWatchers(text: string, path: string): readonly WatcherSettings[] {
  const refuse = (what: string): never => {
    throw new ConfigError(
      `The file of the setting WATCHERS=${path} cannot be used: ${what}. See docs/runbook/deposits.md.`,
    );
  };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return refuse('it is not JSON');
  }
  const parsed = file.safeParse(json);
  if (!parsed.success) return refuse(placeOf(parsed.error.issues[0]));
  const watchers = parsed.data;
  for (const [at, one] of watchers.entries()) {
    if (one.kind === 'evm' && one.coin === undefined && one.tokens.length === 0)
      return refuse(`[${at}] watches neither a coin nor a token`);
    const hasTwin = watchers.slice(0, at).some((other) => {
      const areApart = one.kind === 'webhook' && other.kind === 'webhook' && one.company !== other.company;
      return other.name === one.name && !areApart;
    });
    if (hasTwin) return refuse(`[${at}].name is already used`);
  }
  return watchers;
}

interface Issue {
  readonly code?: string;
  readonly path: readonly PropertyKey[];
  readonly keys?: readonly string[];
}

/** Place of an error, e.g. `[1].tokens[0].decimals`. */
function placeOf(issue: Issue | undefined): string {
  const path = (issue?.path ?? [])
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('');
  const [unknown] = issue?.keys ?? [];
  const place = unknown === undefined ? path : `${path}.${unknown}`;
  return place === '' ? 'it is not a list of watchers' : `${place} is ${unknown === undefined ? 'wrong' : 'unknown'}`;
}
