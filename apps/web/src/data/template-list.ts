import { codes } from '@candor/contracts/codes';
import type { ChartTemplates } from '@candor/contracts/http/chart-templates';
import { CallError, type Client } from './client.ts';

/** Most templates, and most characters of a name, as the server takes them. */
export const templatesMax = 20;
export const templateNameMax = 40;

export type NameProblem = 'missing' | 'taken' | 'full';

/** Thrown by a change that a list cannot take, also if another device has made it so meanwhile. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  readonly problem: NameProblem;

  constructor(problem: NameProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** An indicator of a template; another version of the app may have stored it. */
export interface TemplateIndicator {
  readonly kind: string;
  readonly values: readonly number[];
  readonly source: string;
  readonly colours: readonly number[];
  readonly isHidden: boolean;
}

export interface Template {
  readonly name: string;
  /** True for the one that a new chart begins with. */
  readonly isDefault: boolean;
  readonly indicators: readonly TemplateIndicator[];
}

type Templates = readonly Template[];
/** A change as a function, so that it can be applied again to a list that another device has changed. */
export type TemplateChange = (templates: Templates) => Templates;

const tidy = (name: string) => name.trim().replace(/\s+/g, ' ').slice(0, templateNameMax).trim();
const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

function checkedName(typed: string, others: Templates): string {
  const name = tidy(typed);
  if (name === '') throw new TemplateError('missing');
  if (others.some((one) => isSame(one.name, name))) throw new TemplateError('taken');
  return name;
}

/** Adds a template at the end. */
export const addingTemplate =
  (typed: string, indicators: readonly TemplateIndicator[]): TemplateChange =>
  (templates) => {
    const name = checkedName(typed, templates);
    if (templates.length >= templatesMax) throw new TemplateError('full');
    return [...templates, { name, isDefault: false, indicators }];
  };

export const renamingTemplate =
  (from: string, typed: string): TemplateChange =>
  (templates) => {
    const name = checkedName(
      typed,
      templates.filter((one) => one.name !== from),
    );
    return templates.map((one) => (one.name === from ? { ...one, name } : one));
  };

export const deletingTemplate =
  (name: string): TemplateChange =>
  (templates) =>
    templates.filter((one) => one.name !== name);

/** Makes a template the one that a new chart begins with, or none. */
export const choosingDefault =
  (name: string | null): TemplateChange =>
  (templates) =>
    templates.map((one) => ({ ...one, isDefault: one.name === name }));

export interface TemplateState {
  /** Templates of a visitor, kept on this device. */
  readonly own: Templates;
  /** Templates of the account as last answered. */
  readonly account: { readonly accountId: number; readonly templates: Templates; readonly version: number } | null;
  readonly hasFailed: boolean;
}

export interface TemplateDeps {
  readonly client: Pick<Client, 'call'>;
  readonly accountId: () => number | null;
  readonly read: () => TemplateState;
  readonly write: (change: Partial<TemplateState>) => void;
}

const conflictsMax = 5;

/** Returns the templates of the account that is logged in, or the visitor's; null while those of the account are not known. */
export function templatesOf({ own, account }: TemplateState, accountId: number | null): Templates | null {
  if (accountId === null) return own;
  return account?.accountId === accountId ? account.templates : null;
}

/**
 * Templates of chart indicators: those of a visitor stay on the device, those of an account are on the server
 * (R-SCR-79). A change is shown once the server has it; if another device was faster, it is applied to its list.
 */
export class TemplateList {
  readonly #deps: TemplateDeps;

  constructor(deps: TemplateDeps) {
    this.#deps = deps;
  }

  /** Fetches the templates of the account. On failure those of its last visit stay. */
  async load(): Promise<void> {
    const { client, accountId: current, write } = this.#deps;
    const accountId = current();
    if (accountId === null) return;
    try {
      this.#keep(accountId, await client.call('chartTemplates', {}));
    } catch {
      if (current() === accountId) write({ hasFailed: true });
    }
  }

  /** Rejects with a `TemplateError` if the list cannot take the change, else with that of the call. */
  async change(change: TemplateChange): Promise<void> {
    const { accountId: current, read, write } = this.#deps;
    const accountId = current();
    if (accountId === null) return write({ own: change(read().own) });
    if (templatesOf(read(), accountId) === null) await this.load();
    for (let tries = 0; tries <= conflictsMax; tries += 1) {
      const { account } = read();
      if (account?.accountId !== accountId || current() !== accountId)
        throw new CallError('ERR_NETWORK', 'the templates are not known', false);
      if (await this.#post(accountId, change(account.templates), account.version)) return;
    }
    throw new CallError(codes.versionChanged, '', false);
  }

  /** False if another device was faster; its list is known then. */
  async #post(accountId: number, templates: Templates, version: number): Promise<boolean> {
    try {
      const fields = { templates: toWire(templates), version };
      this.#keep(accountId, await this.#deps.client.call('saveChartTemplates', fields, { retries: 1 }));
      return true;
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== codes.versionChanged) throw error;
      const now = error.data as ChartTemplates;
      this.#keep(accountId, now);
      // A repeated call finds its own change, whose first answer was lost.
      return now.version === version + 1 && isEqual(fromWire(now.templates), templates);
    }
  }

  /** Stores an answer, unless another user has logged in since the request or a later answer is here. */
  #keep(accountId: number, { templates, version }: ChartTemplates): void {
    const { accountId: current, read, write } = this.#deps;
    const { account } = read();
    if (current() !== accountId) return;
    if (account?.accountId === accountId && account.version > version) return;
    write({ account: { accountId, templates: fromWire(templates), version }, hasFailed: false });
  }
}

/** True if two lists have the same content, in whatever order the fields of an object are. */
function isEqual(one: Templates, other: Templates): boolean {
  return JSON.stringify(toWire(one)) === JSON.stringify(toWire(other));
}

function toWire(templates: Templates): ChartTemplates['templates'] {
  return templates.map(({ name, isDefault, indicators }) => ({
    name,
    is_default: isDefault,
    indicators: indicators.map(({ kind, values, source, colours, isHidden }) => ({
      kind,
      values: [...values],
      source,
      colours: [...colours],
      is_hidden: isHidden,
    })),
  }));
}

function fromWire(templates: ChartTemplates['templates']): Template[] {
  return templates.map(({ name, is_default: isDefault, indicators }) => ({
    name,
    isDefault,
    indicators: indicators.map(({ is_hidden: isHidden, ...one }) => ({ ...one, isHidden })),
  }));
}
