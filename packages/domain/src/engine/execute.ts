import { ok, type Result } from '../values/result.ts';
import type { Command } from './command.ts';
import { decide } from './decide.ts';
import type { EngineEvent } from './event.ts';
import { evolve } from './evolve.ts';
import type { Refusal } from './refusal.ts';
import { type CanClose, settleAccounts } from './settle-account.ts';
import type { EngineState } from './state.ts';

/** Decides a command and applies what follows from it, the command's own event first; a refusal changes nothing. */
export function execute(state: EngineState, command: Command, canClose: CanClose): Result<EngineEvent[], Refusal> {
  state.nowMs = command.atMs;
  const decided = decide(state, command);
  if (!decided.ok) return decided;
  for (const event of decided.value) evolve(state, event);
  return ok([...decided.value, ...settleAccounts(state, canClose, command.atMs)]);
}
