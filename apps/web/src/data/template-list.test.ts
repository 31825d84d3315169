import { codes } from '@candor/contracts/codes';
import {
  type ChartTemplates,
  templatesMax as serverMax,
  templateNameMax as serverNameMax,
} from '@candor/contracts/http/chart-templates';
import type { CallName } from '@candor/contracts/http/paths';
import { beforeEach, describe, expect, test } from 'vitest';
import { CallError } from './client.ts';
import {
  addingTemplate,
  choosingDefault,
  deletingTemplate,
  renamingTemplate,
  TemplateList,
  type TemplateState,
  templateNameMax,
  templatesMax,
  templatesOf,
} from './template-list.ts';

/** Keeps the templates of accounts as the server does: by version, refusing the slower of two changes. */
class Accounts {
  readonly lists = new Map<number, ChartTemplates>();
  failure: CallError | null = null;
  losesNext = false;

  of(id: number): ChartTemplates {
    return this.lists.get(id) ?? { templates: [], version: 0 };
  }

  clientOf(id: () => number | null) {
    const post = (body: ChartTemplates, isRepeated = false): ChartTemplates => {
      const account = id() ?? 0;
      const now = this.of(account);
      if (body.version !== now.version) throw new CallError(codes.versionChanged, 'changed', true, now);
      // The database has an order of its own for the fields of an object.
      const templates = body.templates.map(({ name, is_default, indicators }) => ({ indicators, is_default, name }));
      this.lists.set(account, { templates, version: now.version + 1 });
      if (!this.losesNext || isRepeated) return this.of(account);
      this.losesNext = false;
      return post(body, true);
    };
    return {
      call: async (name: CallName, body: object): Promise<never> => {
        await Promise.resolve();
        if (this.failure !== null) throw this.failure;
        return (name === 'saveChartTemplates' ? post(body as ChartTemplates) : this.of(id() ?? 0)) as never;
      },
    };
  }
}

class Device {
  accountId: number | null = 7;
  state: TemplateState = { own: [], account: null, hasFailed: false };
  readonly list;

  constructor(accounts: Accounts) {
    this.list = new TemplateList({
      client: accounts.clientOf(() => this.accountId),
      accountId: () => this.accountId,
      read: () => this.state,
      write: (change) => (this.state = { ...this.state, ...change }),
    });
  }

  get names() {
    return templatesOf(this.state, this.accountId)?.map(({ name }) => name) ?? null;
  }
}

const average = [{ kind: 'MA', values: [50], source: 'close', colours: [1], isHidden: false }];
const averageSent = [{ kind: 'MA', values: [50], source: 'close', colours: [1], is_hidden: false }];
let accounts: Accounts;
let [phone, laptop]: Device[] = [];
beforeEach(() => {
  accounts = new Accounts();
  [phone, laptop] = [new Device(accounts), new Device(accounts)];
});
const device = (one: Device | undefined) => one ?? expect.fail('made before each test');

describe('R-SCR-79 templates of indicators', () => {
  test('are saved, renamed, deleted; one of them may be the default', async () => {
    const { list } = device(phone);
    await list.change(addingTemplate('  Trend ', average));
    await list.change(addingTemplate('Swing', []));
    await list.change(choosingDefault('Trend'));
    await list.change(choosingDefault('Swing'));
    await list.change(renamingTemplate('Trend', 'TREND'));
    expect(accounts.of(7).templates).toEqual([
      { name: 'TREND', is_default: false, indicators: averageSent },
      { name: 'Swing', is_default: true, indicators: [] },
    ]);
    expect(templatesOf(device(phone).state, 7)?.[0]).toEqual({ name: 'TREND', isDefault: false, indicators: average });
    await list.change(deletingTemplate('TREND'));
    expect(device(phone).names).toEqual(['Swing']);
  });

  test.each([
    ['', 'missing'],
    ['   ', 'missing'],
    ['trend', 'taken'],
  ])('a template named “%s” is refused: %s', async (name, problem) => {
    const { list } = device(phone);
    await list.change(addingTemplate('Trend', []));
    await expect(list.change(addingTemplate(name, []))).rejects.toMatchObject({ problem });
    await list.change(addingTemplate('Other', []));
    await expect(list.change(renamingTemplate('Other', name))).rejects.toMatchObject({ problem });
    expect(accounts.of(7).version).toBe(2);
  });

  test('their number and the length of a name are those of the server', async () => {
    expect([templatesMax, templateNameMax]).toEqual([serverMax, serverNameMax]);
    const { list } = device(phone);
    for (let at = 0; at < templatesMax; at += 1) await list.change(addingTemplate(`T${at}`, []));
    await expect(list.change(addingTemplate('One more', []))).rejects.toMatchObject({ problem: 'full' });
    await list.change(renamingTemplate('T0', 'x'.repeat(60)));
    expect(device(phone).names?.[0]).toHaveLength(templateNameMax);
  });

  test('changes of two devices are both kept; what the other has made impossible is refused', async () => {
    const [one, other] = [device(phone), device(laptop)];
    await one.list.load();
    await other.list.load();
    await one.list.change(addingTemplate('Phone', []));
    await other.list.change(addingTemplate('Laptop', []));
    expect(accounts.of(7).templates.map(({ name }) => name)).toEqual(['Phone', 'Laptop']);
    await expect(one.list.change(addingTemplate('Laptop', average))).rejects.toMatchObject({ problem: 'taken' });
    expect(one.names).toEqual(['Phone', 'Laptop']);
  });

  test('a change whose answer was lost is made once', async () => {
    accounts.losesNext = true;
    await device(phone).list.change(addingTemplate('Trend', average));
    expect(accounts.of(7)).toMatchObject({ templates: [{ name: 'Trend' }], version: 1 });
    expect(device(phone).names).toEqual(['Trend']);
  });

  test('a change that cannot be saved is reported and not shown; known templates stay', async () => {
    const one = device(phone);
    await one.list.change(addingTemplate('Trend', []));
    accounts.failure = new CallError('ERR_NETWORK', 'no answer', false);
    await expect(one.list.change(deletingTemplate('Trend'))).rejects.toThrow('no answer');
    await one.list.load();
    expect(one.names).toEqual(['Trend']);
    expect(one.state.hasFailed).toBe(true);
  });

  test('each account has its own, and a visitor those of the device', async () => {
    const one = device(phone);
    await one.list.change(addingTemplate('Of seven', []));
    one.accountId = 8;
    expect(one.names).toBeNull();
    await one.list.load();
    expect(one.names).toEqual([]);
    one.accountId = null;
    await one.list.change(addingTemplate('Of a visitor', []));
    expect(one.names).toEqual(['Of a visitor']);
    one.accountId = 7;
    await one.list.load();
    expect(one.names).toEqual(['Of seven']);
  });
});
