import type { AccountType, SignedIn } from '@candor/contracts/http/identity';
import type { SecondFactorAsked } from '@candor/contracts/http/second-factor';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { randomUuid } from '../platform/random-id.ts';
import { useSession } from '../session/session-store.ts';
import { useSettings } from '../session/settings-store.ts';
import { forgetAccount } from './account.ts';
import { api, secretIntents } from './api.ts';
import { socket } from './live.ts';
import { forgetNotices } from './notices.ts';
import { listsAge, queryClient } from './queries.ts';

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
  | { readonly recovery_code: string }
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
  acceptSignedIn(await secretIntents.send(api, 'finishLogIn', { ticket, ...proof }));
}

export interface Registration {
  readonly password: string;
  readonly rePassword: string;
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
    re_password: registration.rePassword,
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

/** Sends a code. The result does not tell whether the address is known. */
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

export async function resetPassword(
  name: AccountName,
  fields: { readonly new_password: string; readonly secondary_password: string; readonly auth_code: string },
): Promise<void> {
  const ticket = ticketOf(2, name);
  const body = { ...accountFields(name), type: name.type, ticket, ...fields };
  await secretIntents.send(api, 'resetPassword', body);
}

export async function changePassword(
  name: AccountName,
  fields: {
    readonly old_password: string | undefined;
    readonly new_password: string;
    readonly auth_code: string | undefined;
  },
): Promise<void> {
  const ticket = fields.auth_code === undefined ? undefined : ticketOf(2, name);
  await secretIntents.send(api, 'changePassword', { ...fields, type: name.type, ticket });
}

/** The dialling areas; the second of the list is the default (R-SES-13). */
export function useAreas(isNeeded: boolean) {
  return useQuery({
    queryKey: ['areas'],
    queryFn: ({ signal }) => api.call('areas', {}, { signal, probe: true }),
    enabled: isNeeded,
    staleTime: 60 * 60_000,
  });
}

/** Reloads the user of the session from the server; sessions last for weeks. */
export function useFreshUser(): void {
  const isLoggedIn = useSession((session) => session.token !== null);
  const { data } = useQuery({
    queryKey: ['mine', 'user'],
    queryFn: ({ signal }) => api.call('user', {}, { signal }),
    enabled: isLoggedIn,
    meta: { isQuiet: true },
  });
  useEffect(() => {
    if (data !== undefined && useSession.getState().token !== null) useSession.setState({ user: data });
  }, [data]);
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

/** Ends the session on this device; the server is informed without waiting for its answer. */
export function logOut(): void {
  void api.call('logOut', {}, { probe: true }).catch(() => undefined);
  forgetUser();
  useSession.setState({ token: null, user: null, hasExpired: false });
}

/** Ends a session that the server no longer accepts. */
export function dropSession(): void {
  forgetUser();
  useSession.setState({ token: null, user: null, hasExpired: true });
}

function acceptSignedIn({ token, user, device }: SignedIn): void {
  // A demo that turns into a real account must not see the figures of the demo.
  forgetUser();
  if (device !== undefined) useSettings.setState({ device });
  useSession.setState({ token, user, hasExpired: false });
  socket.login();
}

/** Clears the data of the user. */
export function forgetUser(): void {
  socket.logout();
  forgetAccount();
  listsAge.forget();
  forgetNotices();
  for (const key of ['orders', 'mine']) queryClient.removeQueries({ queryKey: [key] });
}

function accountFields(name: AccountName) {
  return { account: name.account, area_id: name.areaId ?? undefined };
}

function captchaFields(captcha: CaptchaAnswer | null) {
  return captcha === null ? {} : { key: captcha.key, captcha: captcha.text };
}
