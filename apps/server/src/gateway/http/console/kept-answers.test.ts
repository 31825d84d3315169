import type { CompanyId } from '@candor/domain/values/ids';
import { expect, test } from 'vitest';
import { KeptAnswers } from './kept-answers.ts';

const company = 1 as CompanyId;

test('R-CON-14 many who ask within the time cost one reading, and each company has its own', async () => {
  let nowMs = 0;
  const readings: number[] = [];
  const kept = new KeptAnswers(
    1_000,
    async (companyId) => readings.push(companyId),
    () => nowMs,
  );
  await Promise.all(Array.from({ length: 50 }, () => kept.of(company)));
  expect(readings).toEqual([1]);
  await kept.of(2 as CompanyId);
  nowMs = 1_001;
  await kept.of(company);
  expect(readings).toEqual([1, 2, 1]);
});

test('R-CON-14 a failed reading is not kept', async () => {
  let fails = true;
  const read = async () => {
    if (fails) throw new Error('no database');
    return 'read';
  };
  const kept = new KeptAnswers(1_000, read, () => 0);
  await expect(kept.of(company)).rejects.toThrow('no database');
  fails = false;
  expect(await kept.of(company)).toBe('read');
});

test('R-CON-14 at most a thousand companies are kept', async () => {
  let readings = 0;
  const kept = new KeptAnswers(
    1_000,
    async () => {
      readings += 1;
    },
    () => 0,
  );
  for (let id = 1; id <= 1_001; id += 1) await kept.of(id as CompanyId);
  await kept.of(1_001 as CompanyId);
  await kept.of(company);
  expect(readings).toBe(1_002);
});
