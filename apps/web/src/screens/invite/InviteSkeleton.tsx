import { t } from '../../i18n/text.ts';

export function InviteSkeleton() {
  return (
    <div className="pad" role="status" aria-label={t('common.loading')}>
      <section className="ink invite" data-theme="dark">
        <i className="sk" style={{ width: 104, height: 14, marginBlock: 2 }} />
        <i className="sk" style={{ width: 180, height: 34, marginBlock: '11px 7px' }} />
        <div className="invite-l">
          <i className="sk" style={{ height: 36, borderRadius: 18 }} />
        </div>
      </section>
      <section className="card invite-s" style={{ paddingBottom: 20 }}>
        {['62%', '40%', '70%'].map((width) => (
          <div key={width} style={{ display: 'flex', gap: 12, paddingBlock: 8 }}>
            <i className="sk sk--c" style={{ width: 20, height: 20 }} />
            <i className="sk" style={{ width, height: 34 }} />
          </div>
        ))}
      </section>
    </div>
  );
}
