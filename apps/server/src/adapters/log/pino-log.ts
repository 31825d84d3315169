import { type DestinationStream, type Logger, pino } from 'pino';

/** Names of fields that may hold secrets or personal data, at any depth. */
const secret = [
  'authorization',
  'cookie',
  'password',
  'old_password',
  'new_password',
  'secondary_password',
  're_password',
  'token',
  'auth_code',
  'sms_code',
  'account',
  'email',
  'mobile',
  'card_id',
  'demo_id',
  'address',
];

/**
 * The program's log, one JSON object per line. Records faults without personal data (R-SEC-08): blanks fields with
 * secret names, and writes only name, message, code and stack of an error, because a database's errors quote the row,
 * and a library's the request.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    redact: { paths: secret.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[removed]' },
    serializers: { err: toLoggedError, error: toLoggedError },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

function toLoggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: 'not an error' };
  const { name, message, stack } = error;
  const { code } = error as { code?: unknown };
  const isCode = typeof code === 'string' || typeof code === 'number';
  return { name, message, ...(isCode ? { code } : {}), stack };
}
