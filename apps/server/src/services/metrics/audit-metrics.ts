import type { CompanyId } from '@candor/domain/values/ids';
import type { Clock } from '../../ports/clock.ts';
import type { MetricSource, Sample } from '../../ports/metrics.ts';
import type { AuditResult } from '../../ports/nightly-audit.ts';

type Latest = Pick<AuditResult, 'state' | 'endedAtMs'> & { readonly companyId: CompanyId };

/** Newest audit of each company (R-LOG-16); nothing before the first. */
export function auditMetrics(latest: () => readonly Latest[], clock: Pick<Clock, 'nowMs'>): MetricSource {
  return () => {
    const samples = (valueOf: (one: Latest) => number): Sample[] =>
      latest().map((one) => ({ labels: { company: String(one.companyId) }, value: valueOf(one) }));
    return [
      {
        name: 'candor_audit_good',
        help: '1 if the newest nightly audit found everything as it was stored.',
        type: 'gauge',
        samples: samples(({ state }) => (state === 'good' ? 1 : 0)),
      },
      {
        name: 'candor_audit_age_seconds',
        help: 'Time since the end of the newest nightly audit.',
        type: 'gauge',
        samples: samples(({ endedAtMs }) => Math.max(0, clock.nowMs() - endedAtMs) / 1_000),
      },
    ];
  };
}
