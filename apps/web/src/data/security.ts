import { codes } from '@candor/contracts/codes';
import type {
  DeviceSession,
  RecoveryCodes,
  SecondFactors,
  StepUpAsked,
  TotpBegun,
} from '@candor/contracts/http/second-factor';
import { useQuery } from '@tanstack/react-query';
import { api, secretIntents } from './api.ts';
import { CallError } from './client.ts';
import type { Proof } from './identity.ts';
import { queryClient } from './queries.ts';

/** The devices that are signed in to this account, the asking one among them. */
export function useDevices() {
  return useQuery({
    queryKey: ['mine', 'devices'],
    queryFn: ({ signal }) => api.get<DeviceSession[]>('/api/user/sessions', {}, { signal }),
  });
}

/** What is set up besides the password. */
export function useSecondFactors() {
  return useQuery({
    queryKey: ['mine', 'second-factors'],
    queryFn: ({ signal }) => api.get<SecondFactors>('/api/user/second_factor', {}, { signal }),
  });
}

/** Makes a change to what stands in `key`, which is read again before this settles. */
async function change<Data>(key: 'devices' | 'second-factors', path: string, fields = {}): Promise<Data> {
  const data = await secretIntents.send<Data>(api, path, fields);
  await queryClient.invalidateQueries({ queryKey: ['mine', key] });
  return data;
}

export const signOutDevice = (id: string) => change<null>('devices', '/api/user/session_end', { id });
export const signOutOthers = () => change<null>('devices', '/api/user/sessions_end_others');

type EmptyProof = Readonly<Record<string, never>>;

/** Proves again who is there, for the very call that was refused, or for changes of factors within ten minutes. */
export async function stepUp(
  proof: Proof | { readonly password: string } | EmptyProof,
  { call, payload }: StepUpAsked,
): Promise<void> {
  const bound = payload === null ? {} : { call: call ?? '', payload };
  await secretIntents.send(api, '/api/user/step_up', { ...proof, ...bound });
}

/** Asks anew what would prove it: the server answers an empty proof with that. */
export async function askStepUp(asked: StepUpAsked): Promise<StepUpAsked> {
  try {
    await stepUp({}, asked);
  } catch (error) {
    if (error instanceof CallError && error.code === codes.stepUpRequired) return error.data as StepUpAsked;
    throw error;
  }
  throw new Error('Invariant: nothing proves nobody');
}

/** Options as the browser's WebAuthn call wants them, passed on as they came. */
export type PasskeyOptions = Readonly<Record<string, unknown>>;

export const beginTotp = () => secretIntents.send<TotpBegun>(api, '/api/user/totp_begin', {});
export const confirmTotp = (code: string) =>
  change<RecoveryCodes>('second-factors', '/api/user/totp_confirm', { code });
export const removeTotp = () => change<null>('second-factors', '/api/user/totp_remove');

export const beginPasskey = () => secretIntents.send<PasskeyOptions>(api, '/api/user/passkey_begin', {});
export const finishPasskey = (name: string, passkey: PasskeyOptions) =>
  change<RecoveryCodes>('second-factors', '/api/user/passkey_finish', { name, passkey });
export const removePasskey = (id: string) => change<null>('second-factors', '/api/user/passkey_remove', { id });

export const renewRecoveryCodes = () => change<RecoveryCodes>('second-factors', '/api/user/recovery_renew');
