/** What an address may say beside its path. What it says otherwise is there as undefined, or the router would hand it on unread. */
export interface AppSearch {
  /** Where a log-in leads back to. */
  readonly from?: string | undefined;
  readonly view?: string | undefined;
  /** How money travels: 1 by coin, 2 by bank. */
  readonly type?: 1 | 2 | undefined;
  /** Which currency it travels in, by its id. */
  readonly currency?: number | undefined;
  /** Which article. */
  readonly id?: number | undefined;
  /** Whose invitation a registration follows. */
  readonly invite_code?: string | undefined;
}

/** Reads an address; keys that are not the app's own stay in it, as a company's campaign may have put them there. */
export function readSearch(search: Readonly<Record<string, unknown>>): AppSearch {
  const { type } = search;
  const known: Required<AppSearch> = {
    from: textOf(search['from']),
    view: textOf(search['view']),
    type: type === 1 || type === 2 ? type : undefined,
    currency: idOf(search['currency']),
    id: idOf(search['id']),
    invite_code: inviteCodeOf(search['invite_code']),
  };
  return Object.fromEntries(Object.entries(known).filter(([key]) => Object.hasOwn(search, key)));
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function idOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
}

/** A code of digits alone is read from the address as a number. */
function inviteCodeOf(code: unknown): string | undefined {
  const text = typeof code === 'number' ? String(code) : code;
  return typeof text === 'string' && /^[\w-]{1,16}$/.test(text) ? text : undefined;
}
