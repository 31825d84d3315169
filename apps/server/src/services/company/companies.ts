import type { CompanyId } from '@candor/domain/values/ids';
import type { Clock } from '../../ports/clock.ts';
import type { CompanyRecord, CompanyStore } from '../../ports/company.ts';

/** Answers hosts that no company has claimed. */
const defaultCompany = 1 as CompanyId;
const renewAfterMs = 2_500;
const staleAfterMs = 5_000;
const retryMs = 1_000;
const readingsMax = 5;

interface Directory {
  readonly byId: ReadonlyMap<CompanyId, CompanyRecord>;
  readonly byHost: ReadonlyMap<string, CompanyRecord>;
  readonly fallback: CompanyRecord;
  readonly readAtMs: number;
}

/**
 * Directory of the installation's companies and their hosts (R-COM-01). Holds all companies, so an unknown host costs
 * no memory; reloads every few seconds while in use, and at once after `invalidate`.
 */
export class Companies {
  readonly #store: CompanyStore;
  readonly #clock: Clock;
  readonly #onError: (error: Error) => void;
  readonly #listeners: ((companies: readonly CompanyRecord[]) => Promise<void>)[] = [];
  #directory: Directory | null = null;
  /** Settles when the listeners have taken the current directory. */
  #followed: Promise<unknown> = Promise.resolve();
  #loading: Promise<Directory> | null = null;
  #isInvalid = false;
  #retryAtMs = 0;

  constructor(deps: { store: CompanyStore; clock: Clock; onError: (error: Error) => void }) {
    this.#store = deps.store;
    this.#clock = deps.clock;
    this.#onError = deps.onError;
  }

  /** Returns the company of a `Host` header; synchronously unless the directory must be loaded first. */
  ofHost(host: string): CompanyRecord | Promise<CompanyRecord> {
    const directory = this.#current();
    return directory instanceof Promise
      ? directory.then((loaded) => companyAt(loaded, host))
      : companyAt(directory, host);
  }

  /** Returns the cached company of a host; null before the first load. */
  peek(host: string): CompanyRecord | null {
    return this.#directory === null ? null : companyAt(this.#directory, host);
  }

  async find(id: CompanyId): Promise<CompanyRecord | null> {
    return (await this.#current()).byId.get(id) ?? null;
  }

  /**
   * Returns a company at `version` or later, just stored, once the listeners have it: reloads until it is visible, as a
   * running load may predate it. Rejects if a listener fails; the version is stored nevertheless.
   */
  async findVersion(id: CompanyId, version: number): Promise<CompanyRecord> {
    for (let reading = 0; reading < readingsMax; reading += 1) {
      this.invalidate();
      const company = await this.find(id);
      if (company === null || company.version < version) continue;
      await this.#followed;
      return company;
    }
    throw new Error(`Invariant: company ${id} has version ${version} once that is stored`);
  }

  /** Returns the shard of a company; null for one that is not in the cached directory. */
  shardOf(id: CompanyId): number | null {
    return this.#directory?.byId.get(id)?.shard ?? null;
  }

  /** Returns the company's own popular instruments; empty for one that is not in the cached directory. */
  popularOf(id: CompanyId): readonly string[] {
    return this.#directory?.byId.get(id)?.popular ?? [];
  }

  async default(): Promise<CompanyRecord> {
    return (await this.#current()).fallback;
  }

  async all(): Promise<CompanyRecord[]> {
    return [...(await this.#current()).byId.values()];
  }

  /** Calls the listener with all companies now and after every reload; nobody who reads a company waits for it. */
  async follow(listener: (companies: readonly CompanyRecord[]) => Promise<void>): Promise<void> {
    const companies = await this.all();
    this.#listeners.push(listener);
    this.#notifyAll(companies);
  }

  /** Drops the cached directory after a change. */
  invalidate(): void {
    this.#isInvalid = true;
  }

  #current(): Directory | Promise<Directory> {
    const known = this.#directory;
    if (known === null || this.#isInvalid) return this.#load();
    const nowMs = this.#clock.monotonicMs();
    const ageMs = nowMs - known.readAtMs;
    if (ageMs < renewAfterMs || nowMs < this.#retryAtMs) return known;
    const loading = this.#load();
    // The cached directory is used while the database is unavailable: nobody can change it there either.
    const orKnown = loading.catch(() => known);
    return ageMs < staleAfterMs ? known : orKnown;
  }

  #load(): Promise<Directory> {
    this.#loading ??= this.#read().finally(() => {
      this.#loading = null;
    });
    return this.#loading;
  }

  /** Calls the listeners; only a change waits for them and gets their error. The next reload calls them again. */
  #notifyAll(companies: readonly CompanyRecord[]): void {
    const followed = Promise.all(this.#listeners.map((listener) => listener(companies)));
    followed.catch((error: unknown) => this.#onError(error as Error));
    this.#followed = followed;
  }

  async #read(): Promise<Directory> {
    const readAtMs = this.#clock.monotonicMs();
    const wasInvalid = this.#isInvalid;
    this.#isInvalid = false;
    try {
      const { companies, hosts } = await this.#store.load();
      const byId = new Map(companies.map((company) => [company.id, company]));
      const fallback = byId.get(defaultCompany);
      if (fallback === undefined) throw new Error('Invariant: the default company exists');
      const byHost = new Map(hosts.map(({ host, companyId }) => [host, byId.get(companyId) ?? fallback]));
      this.#directory = { byId, byHost, fallback, readAtMs };
      this.#notifyAll(companies);
      return this.#directory;
    } catch (error) {
      this.#isInvalid ||= wasInvalid;
      this.#retryAtMs = this.#clock.monotonicMs() + retryMs;
      this.#onError(error as Error);
      throw error;
    }
  }
}

function companyAt(directory: Directory, host: string): CompanyRecord {
  return directory.byHost.get(nameOfHost(host)) ?? directory.fallback;
}

/** Returns the host in lower case, without port and trailing dot. */
export function nameOfHost(host: string): string {
  const end = host.startsWith('[') ? host.indexOf(']') + 1 : host.indexOf(':');
  const name = (end > 0 ? host.slice(0, end) : host).toLowerCase();
  return name.endsWith('.') ? name.slice(0, -1) : name;
}

const foundMax = 20;

/** Returns public companies in service whose name contains the text; prefix matches first. */
export function findCompanies(companies: readonly CompanyRecord[], name: string): CompanyRecord[] {
  const wanted = normalise(name);
  return companies
    .filter((company) => company.isPublic && company.status === 0)
    .flatMap((company) => {
      const at = normalise(company.name).indexOf(wanted);
      return at < 0 ? [] : [{ company, at }];
    })
    .toSorted((a, b) => Number(a.at > 0) - Number(b.at > 0) || a.company.name.localeCompare(b.company.name, 'en'))
    .slice(0, foundMax)
    .map(({ company }) => company);
}

function normalise(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\s\p{M}]/gu, '');
}
