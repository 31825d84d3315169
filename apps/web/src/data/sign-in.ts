import type { Area as WireArea } from '@candor/contracts/http/company';
import type { AccountType, WaitAsked } from '@candor/contracts/http/identity';
import type { SecondFactorAsked } from '@candor/contracts/http/second-factor';
import { useQuery } from '@tanstack/react-query';
import { randomUuid } from '../platform/random-id.ts';
import { useSettings } from '../session/settings-store.ts';
import { api, secretIntents } from './api.ts';
import type { CallError } from './client.ts';
import { acceptSignedIn } from './identity.ts';

/** Account name as typed: an e-mail address, or a mobile number with its dialling area. */
export interface AccountName {
  readonly type: AccountType;
  readonly account: string;
  readonly areaId: number | null;
}

/** Purpose of a code: 1 registering, 2 resetting or changing a password. */
export type CodePurpose = 1 | 2;

/** Answer to a captcha: its id and the characters typed. */
export interface CaptchaAnswer {
  readonly key: string;
  readonly text: string;
}

/** Proof of the user for a second factor: one of the three. */
export type Proof =
  | { readonly code: string }
  | { readonly recoveryCode: string }
  | { readonly passkey: Readonly<Record<string, unknown>> };

/**
 * Opens the demo account of this device, or finds it again. The UUID is stored first, so that a lost answer costs
 * nothing.
 */
export async function startDemo(): Promise<void> {
  const demoId = useSettings.getState().demoId ?? randomUuid();
  useSettings.setState({ demoId });
  const fields = { demo_id: demoId };
  acceptSignedIn(await api.call('openDemo', fields, { retries: 2, probe: true }));
}

/**
 * Logs in. Where a second factor is wanted, the refusal (code 1115) carries the ticket that finishes it; after several
 * wrong passwords a captcha is asked for (code 1109).
 */
export async function logIn(name: AccountName, password: string, captcha: CaptchaAnswer | null): Promise<void> {
  const fields = { ...accountFields(name), ...captchaFields(captcha), login_type: name.type, password };
  acceptSignedIn(await secretIntents.send(api, 'logIn', fields));
}

export async function finishLogIn({ ticket }: SecondFactorAsked, proof: Proof): Promise<void> {
  acceptSignedIn(await secretIntents.send(api, 'finishLogIn', { ticket, ...fromProof(proof) }));
}

/** Returns the fields of a call that carry a proof. */
export function fromProof(proof: Proof | { readonly password: string }) {
  return 'recoveryCode' in proof ? { recovery_code: proof.recoveryCode } : proof;
}

export interface Registration {
  readonly password: string;
  readonly passwordAgain: string;
  readonly inviteCode: string;
  /** The code that was sent, or the captcha's text. */
  readonly code: string;
  /** The captcha's id, where the company asks for one. */
  readonly captchaKey: string | undefined;
}

export async function register(name: AccountName, registration: Registration): Promise<void> {
  const fields = {
    ...accountFields(name),
    type: name.type,
    password: registration.password,
    re_password: registration.passwordAgain,
    invite_code: registration.inviteCode,
    sms_code: registration.code,
    ticket: registration.captchaKey === undefined ? ticketOf(1, name) : undefined,
    key: registration.captchaKey,
    mobile: name.type === 'mobile' ? name.account : undefined,
  };
  acceptSignedIn(await secretIntents.send(api, 'register', fields));
}

/** Tickets of codes, by purpose and address. They end with the page; then the server matches the code by network. */
const tickets = new Map<string, string>();
const ticketsMax = 10;

function ticketOf(purpose: CodePurpose, name: AccountName): string | undefined {
  return tickets.get(ticketKey(purpose, name));
}

function keepTicket(purpose: CodePurpose, name: AccountName, ticket: string): void {
  const key = ticketKey(purpose, name);
  tickets.delete(key);
  tickets.set(key, ticket);
  const [oldest] = tickets.keys();
  if (tickets.size > ticketsMax && oldest !== undefined) tickets.delete(oldest);
}

function ticketKey(purpose: CodePurpose, { type, account, areaId }: AccountName): string {
  const typed = account.trim().toLowerCase();
  return JSON.stringify([purpose, type, typed, type === 'mobile' ? areaId : null]);
}

/** Sends a code. The result does not reveal whether the address is known. */
export async function sendCode(name: AccountName, purpose: CodePurpose, captcha: CaptchaAnswer | null): Promise<void> {
  const call = name.type === 'email' ? 'sendMailCode' : 'sendSmsCode';
  const fields = {
    to: name.account,
    area_id: name.areaId ?? undefined,
    type: purpose,
    ...captchaFields(captcha),
  };
  const { ticket } = await secretIntents.send(api, call, fields);
  keepTicket(purpose, name, ticket);
}

/** Wait in milliseconds that the server sets with code 1107; undefined if it names none. */
export function waitAskedBy({ data }: CallError): number | undefined {
  const wait = (data as Partial<WaitAsked> | null)?.wait_ms;
  return typeof wait === 'number' ? wait : undefined;
}

export async function resetPassword(
  name: AccountName,
  fields: { readonly newPassword: string; readonly passwordAgain: string; readonly code: string },
): Promise<void> {
  const ticket = ticketOf(2, name);
  const body = {
    ...accountFields(name),
    type: name.type,
    ticket,
    new_password: fields.newPassword,
    secondary_password: fields.passwordAgain,
    auth_code: fields.code,
  };
  await secretIntents.send(api, 'resetPassword', body);
}

export async function changePassword(
  name: AccountName,
  fields: {
    readonly oldPassword: string | undefined;
    readonly newPassword: string;
    readonly code: string | undefined;
  },
): Promise<void> {
  const body = {
    old_password: fields.oldPassword,
    auth_code: fields.code,
    new_password: fields.newPassword,
    type: name.type,
    ticket: fields.code === undefined ? undefined : ticketOf(2, name),
  };
  await secretIntents.send(api, 'changePassword', body);
}

/** A dialling area. */
export interface Area {
  readonly id: number;
  /** ISO 3166 alpha-2 country code. */
  readonly country: string;
  /** Without +. */
  readonly dialCode: string;
}

function toArea({ id, code, global_code: dialCode }: WireArea): Area {
  return { id, country: code, dialCode };
}

/** The dialling areas; the second of the list is the default (R-SES-13). */
export function useAreas(isNeeded: boolean) {
  return useQuery({
    queryKey: ['areas'],
    queryFn: async ({ signal }) => (await api.call('areas', {}, { signal, probe: true })).map(toArea),
    enabled: isNeeded,
    staleTime: 60 * 60_000,
  });
}

/** A picture with characters; another one with every `refetch`. */
export function useCaptcha(isNeeded: boolean) {
  return useQuery({
    queryKey: ['captcha'],
    queryFn: ({ signal }) => api.call('captcha', {}, { signal, probe: true }),
    enabled: isNeeded,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

function accountFields(name: AccountName) {
  return { account: name.account, area_id: name.areaId ?? undefined };
}

function captchaFields(captcha: CaptchaAnswer | null) {
  return captcha === null ? {} : { key: captcha.key, captcha: captcha.text };
}
