import { join } from 'node:path';
import type { QuotedInstrument } from '../../../ports/market.ts';
import { checkInstruments } from '../live/catalogue-check.ts';
import { FeedFileError } from '../live/feed-file.ts';
import { hashOfParts, hashOfSeries, type LivePlan, type PlannedSymbol } from '../live/live-plan.ts';
import { type FixConfig, fixFileKind, minuteOfDay, type SessionConfig } from './fix-config.ts';
import type { FixField } from './fix-message.ts';
import type { SessionPlan } from './fix-session.ts';

/** Form of requests and quotes, where dialects differ. */
export interface Dialect {
  readonly symbols: readonly PlannedSymbol[];
  /** Tag by which the venue names an instrument: Symbol (55) or SecurityID (48). */
  readonly identify: FixConfig['identify'];
  readonly securityIdSource: string | null;
  readonly depth: number;
  readonly updates: FixConfig['updates'];
  readonly symbolsPerRequest: number;
  readonly requestFields: readonly FixField[];
  readonly time: FixConfig['time'];
  readonly hasSizes: boolean;
  readonly isIndicative: boolean;
}

/** A connection to a venue, and the session on it. */
export interface ConnectionPlan {
  readonly address: { readonly host: string; readonly port: number };
  readonly encryption: FixConfig['encryption'];
  readonly serverName: string | null;
  readonly certificateFile: string | null;
  readonly session: SessionPlan;
  readonly messageBytesMax: number;
}

/** All that the thread of a FIX feed needs, without a function, so that it can be sent to it. */
export interface FixPlan extends LivePlan, ConnectionPlan {
  readonly kind: 'fix';
  readonly dialect: Dialect;
  readonly unchanged: FixConfig['unchanged'];
  readonly silenceMs: number;
  /** File with the sequence numbers. */
  readonly storeFile: string;
}

/** A venue from which nothing came for this long is asked, where a connection proves that prices are current. */
const askAfterMs = 2_000;

/** Checks a configuration against the catalogue (R-MKT-33). Throws FeedFileError that names instrument and field. */
export function planFix(
  config: FixConfig,
  file: string,
  dataDir: string,
  instruments: readonly QuotedInstrument[],
  real: readonly QuotedInstrument[],
): FixPlan {
  const refuse = (what: string): never => {
    throw new FeedFileError(fixFileKind.kind, file, what);
  };
  const symbols = checkInstruments(config.instruments, instruments, real, refuse);
  for (const [at, { contractSize, instrument }] of config.instruments.entries()) {
    const units = instruments.find(({ spec }) => spec.code === instrument)?.spec.unitsPerLot;
    if (contractSize !== undefined && contractSize !== units)
      refuse(
        `instruments[${at}].contractSize is ${contractSize}, and a lot of ${instrument} has ${units} units in the catalogue`,
      );
  }
  const isIndicative = config.prices === 'indicative';
  const { source, senderCompId, targetCompId } = config;
  return {
    kind: 'fix',
    source: isIndicative ? `${source}-indicative` : source,
    host: `${config.host}:${config.port}`,
    ...planConnection(config, config.unchanged === 'connection' ? askAfterMs : heartbeatsOf(config)),
    isIndicative,
    hasTimes: config.time !== 'none',
    hasSizes: config.sizes,
    symbols,
    dialect: {
      symbols,
      identify: config.identify,
      securityIdSource: config.securityIdSource ?? null,
      depth: config.depth,
      updates: config.updates,
      symbolsPerRequest: config.symbolsPerRequest,
      requestFields: fieldsOf(config.requestFields),
      time: config.time,
      hasSizes: config.sizes,
      isIndicative,
    },
    unchanged: config.unchanged,
    silenceMs: config.silenceMs,
    storeFile: join(dataDir, 'fix', `${source}-${hashOfParts([config.host, senderCompId, targetCompId])}.seq`),
    storeKey: `fix/${source}/${hashOfSeries([config.host, targetCompId, config.prices], config.instruments)}`,
  };
}

/** Plans the connection of a configuration; the venue is asked for a sign of life after `testAfterMs` of silence. */
export function planConnection(config: SessionConfig, testAfterMs = heartbeatsOf(config)): ConnectionPlan {
  return {
    address: { host: config.host, port: config.port },
    encryption: config.encryption,
    serverName: config.serverName ?? null,
    certificateFile: config.certificateFile ?? null,
    session: sessionOf(config, testAfterMs),
    messageBytesMax: config.messageBytesMax,
  };
}

/** Silence in which a heartbeat is missing for sure. */
function heartbeatsOf({ heartBtSec }: SessionConfig): number {
  return heartBtSec * 1_200;
}

function sessionOf(config: SessionConfig, testAfterMs: number): SessionPlan {
  const { heartBtSec, sequence, dayStart } = config;
  return {
    beginString: 'FIX.4.4',
    senderCompId: config.senderCompId,
    targetCompId: config.targetCompId,
    senderSubId: config.senderSubId ?? null,
    targetSubId: config.targetSubId ?? null,
    username: config.username ?? null,
    password: config.password ?? null,
    heartBtSec,
    testAfterMs,
    resetOnLogon: sequence === 'reset',
    dayStart: dayStart === undefined ? null : { minute: minuteOfDay(dayStart.time), zone: dayStart.zone },
    logonFields: fieldsOf(config.logonFields),
  };
}

/** Returns configured fields by their tags. */
export function fieldsOf(fields: Readonly<Record<string, string>>): FixField[] {
  return Object.entries(fields).map(([name, value]) => [Number(name), value]);
}
