import { t } from '../../i18n/text.ts';

export function WithdrawSkeleton() {
  return (
    <div className="pad" role="status" aria-label={t('common.loading')}>
      <section className="calc" aria-hidden="true">
        <i className="sk" style={{ width: '60%', height: 18 }} />
        <i className="sk" style={{ width: '44%', height: 34, marginTop: 12 }} />
        <i className="sk" style={{ height: 34, marginTop: 12, borderRadius: 17 }} />
      </section>
      <div className="calc-m" aria-hidden="true">
        <i className="sk" style={{ height: 18, marginBlock: 5 }} />
        <i className="sk" style={{ height: 18, marginBlock: 5 }} />
      </div>
      <section className="calc" aria-hidden="true">
        <i className="sk" style={{ width: '40%', height: 18 }} />
        <i className="sk" style={{ width: '50%', height: 34, marginTop: 12 }} />
      </section>
    </div>
  );
}
