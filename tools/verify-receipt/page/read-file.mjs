// Recognises what a reader dropped or pasted. Every refusal says what was wrong with it.

import { policyOf } from '../log-witness.mjs';
import { say } from './texts.mjs';

export const fileBytesMax = 12 * 1024 * 1024;
export const filesMax = 20;
const receiptsMax = 500;

/** A refusal to show to the reader. */
export class GivenError extends Error {
  name = 'GivenError';
}

/**
 * Returns what a text is: `{ kind: 'receipts', receipts }`, `{ kind: 'keys', keys }`, `{ kind: 'log-key', text }`,
 * `{ kind: 'liability', proof }`, `{ kind: 'statement', signed }`, `{ kind: 'checkpoint', note }`, `{ kind: 'policy', policy }`
 * or `{ kind: 'page' }`.
 * Throws GivenError for anything else.
 */
export function recognise(text) {
  const plain = text.replace(/^\uFEFF/, '').trim();
  if (plain === '') throw new GivenError(say('empty'));
  if (plain.startsWith('%PDF')) throw new GivenError(say('pdf'));
  if (/^<!doctype html/i.test(plain)) return { kind: 'page' };
  if (/^[^+\s]+\+[0-9a-f]{8}\+\S+$/.test(plain)) return { kind: 'log-key', text: plain };
  if (/^[^\n]+\n\d+\n[^\n]+\n\n— /.test(plain)) return { kind: 'checkpoint', note: `${plain}\n` };
  if (/^[ \t]*quorum\s/m.test(plain)) return { kind: 'policy', policy: policyIn(plain) };
  return recogniseJson(parsed(plain));
}

/** The policy file of a reader or of the operator: which witnesses must have signed a checkpoint. */
function policyIn(text) {
  try {
    return policyOf([], text);
  } catch (error) {
    throw new GivenError(say('policyBad', error.message));
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    const isCut = /^[[{]/.test(text);
    throw new GivenError(isCut ? say('cutOff', error.message) : say('noKind'));
  }
}

/** Answers of the server have their content in `data`. */
function recogniseJson(content) {
  const given = content?.data ?? content?.receipts ?? content;
  if (Array.isArray(content?.keys)) return { kind: 'keys', keys: keysIn(content.keys) };
  if (given?.version === 'candor-liabilities-1') return { kind: 'liability', proof: given };
  if (given?.version === 'candor-statement-1') return { kind: 'statement', signed: statementIn(given) };
  if (Array.isArray(given?.postings)) throw new GivenError(say('unsigned'));
  const list = Array.isArray(given) ? given : [given];
  if (list.length > receiptsMax) throw new GivenError(say('manyReceipts', list.length, receiptsMax));
  if (list.length === 0) throw new GivenError(say('emptyList'));
  if (list.every((one) => isText(one?.text) && isText(one.signature))) return { kind: 'receipts', receipts: list };
  throw new GivenError(say('otherJson'));
}

const isText = (value) => typeof value === 'string';

function keysIn(keys) {
  if (keys.length === 0 || keys.length > 1_000 || keys.some((key) => !isText(key?.key_id) || !isText(key.public_key)))
    throw new GivenError(say('keysBad'));
  return keys;
}

function statementIn(given) {
  if (!isText(given.text) || !isText(given.signature)) throw new GivenError(say('statementBad'));
  return given;
}
