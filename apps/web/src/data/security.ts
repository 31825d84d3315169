import { codes } from '@candor/contracts/codes';
import type { CallAnswer } from '@candor/contracts/http/calls';
import type { CallName } from '@candor/contracts/http/paths';
import type { StepUpAsked } from '@candor/contracts/http/second-factor';
import { useQuery } from '@tanstack/react-query';
import { toSecondFactors, toSignedInDevice } from './account-records.ts';
import { api, secretIntents } from './api.ts';
import { CallError } from './client.ts';
import type { IntentFields } from './intents.ts';
import { queryClient } from './queries.ts';
import { fromProof, type Proof } from './sign-in.ts';

/** Devices that are signed in to this account, this one included. */
export function useDevices() {
  return useQuery({
    queryKey: ['mine', 'devices'],
    queryFn: async ({ signal }) => (await api.call('sessions', {}, { signal })).map(toSignedInDevice),
  });
}

/** Second factors that are set up. */
export function useSecondFactors() {
  return useQuery({
    queryKey: ['mine', 'second-factors'],
    queryFn: async ({ signal }) => toSecondFactors(await api.call('factors', {}, { signal })),
  });
}

/** Sends a change of a list; settles after the list is read again. */
async function change<Name extends CallName>(
  key: 'devices' | 'second-factors',
  name: Name,
  fields: IntentFields<Name>,
): Promise<CallAnswer<Name>> {
  const data = await secretIntents.send(api, name, fields);
  await queryClient.invalidateQueries({ queryKey: ['mine', key] });
  return data;
}

export const signOutDevice = (id: string) => change('devices', 'endSession', { id });
export const signOutOthers = () => change('devices', 'endOtherSessions', {});

/** Proves the user again, for the refused call or for changes of factors within ten minutes. */
export async function stepUp(
  proof: Proof | { readonly password: string } | undefined,
  { call, payload }: StepUpAsked,
): Promise<void> {
  const bound = payload === null ? {} : { call: call ?? '', payload };
  const fields = proof === undefined ? {} : fromProof(proof);
  await secretIntents.send(api, 'stepUp', { ...fields, ...bound });
}

/** Requests the accepted proofs again: the server answers an empty proof with them. */
export async function askStepUp(asked: StepUpAsked): Promise<StepUpAsked> {
  try {
    await stepUp(undefined, asked);
  } catch (error) {
    if (error instanceof CallError && error.code === codes.stepUpRequired) return error.data as StepUpAsked;
    throw error;
  }
  throw new Error('Invariant: nothing proves nobody');
}

/** Options for the browser's WebAuthn call, passed on unchanged. */
export type PasskeyOptions = Readonly<Record<string, unknown>>;

export const beginTotp = () => secretIntents.send(api, 'beginTotp', {});

/** Confirms the authenticator app; returns the recovery codes, if new ones were made. */
export async function confirmTotp(code: string): Promise<readonly string[]> {
  return (await change('second-factors', 'confirmTotp', { code })).recovery_codes;
}

export const removeTotp = () => change('second-factors', 'removeTotp', {});

export const beginPasskey = () => secretIntents.send(api, 'beginPasskey', {});

/** Stores a passkey; returns the recovery codes, if new ones were made. */
export async function finishPasskey(name: string, passkey: PasskeyOptions): Promise<readonly string[]> {
  return (await change('second-factors', 'finishPasskey', { name, passkey })).recovery_codes;
}

export const removePasskey = (id: string) => change('second-factors', 'removePasskey', { id });

/** Replaces the recovery codes by new ones, and returns these. */
export async function renewRecoveryCodes(): Promise<readonly string[]> {
  return (await change('second-factors', 'renewRecoveryCodes', {})).recovery_codes;
}
