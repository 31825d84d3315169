import { t } from '../../i18n/text.ts';

export function CoinSkeleton() {
  return (
    <div role="status" aria-label={t('common.loading')}>
      <div className="opts" aria-hidden="true">
        {[0, 1, 2].map((index) => (
          <i key={index} className="sk" style={{ width: 112, height: 56, borderRadius: 16, flex: 'none' }} />
        ))}
      </div>
      <div className="pad" style={{ marginTop: 12 }} aria-hidden="true">
        <section className="card qrc">
          <i className="sk" style={{ width: 192, height: 192, borderRadius: 16 }} />
          <i className="sk" style={{ width: 200, height: 44 }} />
          <i className="sk" style={{ width: '100%', height: 44, borderRadius: 12 }} />
        </section>
      </div>
    </div>
  );
}

export function WireSkeleton() {
  return (
    <div className="pad" role="status" aria-label={t('common.loading')}>
      <section className="card copies" aria-hidden="true">
        {['52%', '72%', '44%'].map((width) => (
          <div key={width} className="copyrow">
            <i className="sk" style={{ width, height: 30 }} />
          </div>
        ))}
      </section>
    </div>
  );
}
