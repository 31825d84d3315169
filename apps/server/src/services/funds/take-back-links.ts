import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AccountId, TenantId } from '@candor/domain/values/ids';
import type { Clock } from '../../ports/clock.ts';
import type { CompanyRecord } from '../../ports/company.ts';
import type { KeyRing } from '../../ports/secrets.ts';

/** What a link takes back, and whose it is. */
export interface TakeBackLink {
  readonly kind: 'withdrawal' | 'method';
  readonly companyId: TenantId;
  readonly accountId: AccountId;
  /** Number of the withdrawal or of the method. */
  readonly id: number;
}

export type ReadLink =
  | { readonly kind: 'good'; readonly link: TakeBackLink }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'expired' };

type LinkedCompany = Pick<CompanyRecord, 'id' | 'hosts' | 'url'>;
/** Origin of a company's pages; null if the installation does not know one. */
type PageOriginOf = (company: LinkedCompany) => string | null;

/** As long as the longest hold of a new method. */
const lifeMs = 7 * 24 * 3_600_000;
const macBytes = 32;

/**
 * Signed links by which an owner takes a withdrawal or a method back without a login (R-FND-43). A link serves once: what
 * it names can be taken back once.
 */
export class TakeBackLinks {
  readonly #secret: Uint8Array;
  readonly #clock: Clock;
  readonly #pageOriginOf: PageOriginOf;

  constructor(ring: Pick<KeyRing, 'secret'>, clock: Clock, pageOriginOf: PageOriginOf) {
    this.#secret = ring.secret('take-back links');
    this.#clock = clock;
    this.#pageOriginOf = pageOriginOf;
  }

  /**
   * Returns the link at the company's own address; null if the installation does not know one. Never takes the host of a
   * request: whoever sends it could put their own into the mail.
   */
  urlOf(company: LinkedCompany, link: TakeBackLink): string | null {
    const origin = this.#pageOriginOf(company);
    return origin === null ? null : `${origin}/take-back/${this.tokenOf(link)}`;
  }

  tokenOf({ kind, companyId, accountId, id }: TakeBackLink): string {
    const fields = [kind, companyId, accountId, id, this.#clock.nowMs() + lifeMs];
    const body = Buffer.from(JSON.stringify(fields)).toString('base64url');
    return `${body}.${this.#mac(body).toString('base64url')}`;
  }

  read(token: string): ReadLink {
    const [body = '', mac = '', ...rest] = token.split('.');
    const given = Buffer.from(mac, 'base64url');
    if (rest.length > 0 || given.length !== macBytes || !timingSafeEqual(given, this.#mac(body)))
      return { kind: 'wrong' };
    const fields = JSON.parse(Buffer.from(body, 'base64url').toString()) as [
      TakeBackLink['kind'],
      TenantId,
      AccountId,
      number,
      number,
    ];
    const [kind, companyId, accountId, id, expiresAtMs] = fields;
    if (this.#clock.nowMs() > expiresAtMs) return { kind: 'expired' };
    return { kind: 'good', link: { kind, companyId, accountId, id } };
  }

  #mac(body: string): Buffer {
    return createHmac('sha256', this.#secret).update(body).digest();
  }
}
