// Recognises what a reader dropped or pasted. Every refusal says what was wrong with it.

import { policyOf } from '../log-witness.mjs';

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
  if (plain === '') throw new GivenError('It is empty.');
  if (plain.startsWith('%PDF'))
    throw new GivenError('A PDF carries no signature. Download the signed statement (JSON).');
  if (/^<!doctype html/i.test(plain)) return { kind: 'page' };
  if (/^[^+\s]+\+[0-9a-f]{8}\+\S+$/.test(plain)) return { kind: 'log-key', text: plain };
  if (/^[^\n]+\n\d+\n[^\n]+\n\n— /.test(plain)) return { kind: 'checkpoint', note: `${plain}\n` };
  if (/^\s*quorum\s/m.test(plain)) return { kind: 'policy', policy: policyIn(plain) };
  return recogniseJson(parsed(plain));
}

/** The policy file of a reader or of the operator: which witnesses must have signed a checkpoint. */
function policyIn(text) {
  try {
    return policyOf([], text);
  } catch (error) {
    throw new GivenError(`It is a policy for witnesses that cannot be read: ${error.message}.`);
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    const isCut = /^[[{]/.test(text);
    throw new GivenError(
      isCut
        ? `It is JSON that cannot be read; it may be cut off: ${error.message}.`
        : 'It is no receipt, statement, proof, checkpoint, policy or key.',
    );
  }
}

/** Answers of the server have their content in `data`. */
function recogniseJson(content) {
  const given = content?.data ?? content?.receipts ?? content;
  if (Array.isArray(content?.keys)) return { kind: 'keys', keys: keysIn(content.keys) };
  if (given?.version === 'candor-liabilities-1') return { kind: 'liability', proof: given };
  if (given?.version === 'candor-statement-1') return { kind: 'statement', signed: statementIn(given) };
  if (Array.isArray(given?.postings))
    throw new GivenError('This statement is not signed. Download the signed statement (JSON).');
  const list = Array.isArray(given) ? given : [given];
  if (list.length > receiptsMax)
    throw new GivenError(
      `It has ${list.length} receipts; a browser checks ${receiptsMax} at once, the command any number.`,
    );
  if (list.length === 0) throw new GivenError('It is an empty list.');
  if (list.every((one) => isText(one?.text) && isText(one.signature))) return { kind: 'receipts', receipts: list };
  throw new GivenError('It is JSON, and no receipt, statement, proof or list of keys.');
}

const isText = (value) => typeof value === 'string';

function keysIn(keys) {
  if (keys.length === 0 || keys.length > 1_000 || keys.some((key) => !isText(key?.key_id) || !isText(key.public_key)))
    throw new GivenError('It is a list of keys, and its keys cannot be read.');
  return keys;
}

function statementIn(given) {
  if (!isText(given.text) || !isText(given.signature))
    throw new GivenError('It is a statement without its text or its signature.');
  return given;
}
