import { hash } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { bech32, bech32m, createBase58check } from '@scure/base';

type Network = 'bitcoin' | 'evm' | 'tron';

/** Networks by the names in use. */
const networks: Readonly<Record<string, Network>> = {
  BTC: 'bitcoin',
  BITCOIN: 'bitcoin',
  SEGWIT: 'bitcoin',
  ETH: 'evm',
  ETHEREUM: 'evm',
  ERC20: 'evm',
  BSC: 'evm',
  BEP20: 'evm',
  POLYGON: 'evm',
  ARBITRUM: 'evm',
  OPTIMISM: 'evm',
  BASE: 'evm',
  TRON: 'tron',
  TRX: 'tron',
  TRC20: 'tron',
};

const checks: Readonly<Record<Network, (address: string) => string | null>> = {
  bitcoin: bitcoinAddress,
  evm: evmAddress,
  tron: (address) => (base58Version(address) === tronVersion ? address : null),
};

/** Characters of any network's addresses; the only check for an unknown network. */
const plainAddress = /^[0-9A-Za-z][0-9A-Za-z:._-]{15,127}$/;

/**
 * Returns the address in its network's canonical form; null if its checksum is wrong. Checks Base58Check and Bech32(m)
 * for Bitcoin mainnet, EIP-55 for Ethereum-like networks (lower case carries no checksum and is accepted) and
 * Base58Check for Tron (R-FND-29).
 */
export function toCoinAddress(protocol: string, text: string): string | null {
  const address = text.trim();
  const network = networks[protocol.toUpperCase().replaceAll(/[\s()_-]/g, '')];
  if (network === undefined) return plainAddress.test(address) ? address : null;
  return checks[network](address);
}

const base58check = createBase58check((bytes: Uint8Array) => Uint8Array.from(hash('sha256', bytes, 'buffer')));
const hash160Bytes = 20;
const p2pkhVersion = 0x00;
const p2shVersion = 0x05;
const tronVersion = 0x41;

/** Version byte of a Base58Check hash of 20 bytes; null for anything else. */
function base58Version(address: string): number | null {
  if (address.length > 64) return null;
  const bytes = attempt(() => base58check.decode(address));
  return bytes?.length === 1 + hash160Bytes ? (bytes[0] ?? null) : null;
}

function bitcoinAddress(address: string): string | null {
  if (!/^bc1/i.test(address)) {
    const version = base58Version(address);
    return version === p2pkhVersion || version === p2shVersion ? address : null;
  }
  return isSegwit(address) ? address.toLowerCase() : null;
}

/** BIP 173 for version 0, BIP 350 for later versions. */
function isSegwit(address: string): boolean {
  for (const [coder, isOf] of [
    [bech32, (version: number) => version === 0],
    [bech32m, (version: number) => version >= 1 && version <= 16],
  ] as const) {
    const decoded = attempt(() => coder.decode(address as `${string}1${string}`, 90));
    if (decoded === null) continue;
    const [version = -1, ...words] = decoded.words;
    const program = attempt(() => coder.fromWords(words));
    if (decoded.prefix !== 'bc' || program === null || !isOf(version)) return false;
    if (version === 0) return program.length === 20 || program.length === 32;
    return version === 1 ? program.length === 32 : program.length >= 2 && program.length <= 40;
  }
  return false;
}

function evmAddress(address: string): string | null {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return null;
  const digits = address.slice(2).toLowerCase();
  const sums = bytesToHex(keccak_256(utf8ToBytes(digits)));
  const checked = `0x${Array.from(digits, (digit, at) => (Number.parseInt(sums[at] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit)).join('')}`;
  return address === checked || address.slice(2) === digits ? checked : null;
}

function attempt<Value>(work: () => Value): Value | null {
  try {
    return work();
  } catch {
    return null;
  }
}

const ibanForm = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;
const ibanBegin = /^[A-Z]{2}\d{2}/;
/** Bank code, country, location and optional branch (ISO 9362). */
const swiftForm = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/;
const accountForm = /^[A-Z0-9][A-Z0-9-]{2,33}$/;

/**
 * Returns an account number in capitals without spaces; null for a failed IBAN check (ISO 7064, 97-10) or text that is
 * no account number (R-FND-29).
 */
export function toPayeeAccount(text: string): string | null {
  const account = text.toUpperCase().replaceAll(/\s/g, '');
  if (ibanBegin.test(account)) return ibanForm.test(account) && isIban(account) ? account : null;
  return accountForm.test(account) ? account : null;
}

/** Returns a SWIFT code in capitals; null if malformed. Empty stays empty. */
export function toSwift(text: string): string | null {
  const code = text.toUpperCase().replaceAll(/\s/g, '');
  return code === '' || swiftForm.test(code) ? code : null;
}

function isIban(account: string): boolean {
  const moved = account.slice(4) + account.slice(0, 4);
  const digits = Array.from(moved, (letter) => Number.parseInt(letter, 36).toString()).join('');
  return BigInt(digits) % 97n === 1n;
}
