import type { SecondFactors, SignedInDevice } from '../../data/account-records.ts';
import { useDevices, useSecondFactors } from '../../data/security.ts';
import { t } from '../../i18n/text.ts';
import { cx } from '../../ui/class-names.ts';
import listRowStyles from '../../ui/ListRow.module.css';
import layoutStyles from '../../ui/layout.module.css';
import { Bone } from '../../ui/Skeleton.tsx';
import { StepUpSheet } from '../../widgets/identity/StepUpSheet.tsx';
import { useStepUp } from '../../widgets/identity/step-up.ts';
import { LoadFailed } from '../../widgets/LoadFailed.tsx';
import { NavBar } from '../../widgets/NavBar.tsx';
import { OnlyReal } from '../../widgets/OnlyReal.tsx';
import { DataGroup } from './DataGroup.tsx';
import { DeviceGroup } from './DeviceGroup.tsx';
import { FactorGroups } from './FactorGroups.tsx';
import styles from './Security.module.css';

/** Second factors of the account, the devices signed in to it, its data and its end. */
export function SecurityScreen() {
  return (
    <OnlyReal title={t('user.security')}>
      <main className={cx(layoutStyles.screen, layoutStyles.canvas, layoutStyles.fadeIn)}>
        <NavBar title={t('user.security')} />
        <div className={cx(layoutStyles.page, layoutStyles.gutters, styles.groups)}>
          <Loading />
        </div>
      </main>
    </OnlyReal>
  );
}

function Loading() {
  const [factors, devices] = [useSecondFactors(), useDevices()];
  if (factors.data !== undefined && devices.data !== undefined) {
    return <Groups factors={factors.data} devices={devices.data} />;
  }
  const failed = [factors, devices].find((query) => query.isError);
  if (failed === undefined) return <Skeleton />;
  const retry = () => void Promise.all([factors.refetch(), devices.refetch()]);
  return <LoadFailed title={t('security.errorTitle')} error={failed.error} onRetry={retry} />;
}

function Groups({ factors, devices }: { factors: SecondFactors; devices: SignedInDevice[] }) {
  const stepUp = useStepUp();
  return (
    <>
      <FactorGroups factors={factors} guard={stepUp.guard} />
      <DeviceGroup devices={devices} guard={stepUp.guard} />
      <DataGroup guard={stepUp.guard} />
      {stepUp.asked === null ? null : (
        <StepUpSheet asked={stepUp.asked} onProved={stepUp.proved} onClose={stepUp.giveUp} />
      )}
    </>
  );
}

function Skeleton() {
  return (
    <div aria-busy="true" aria-label={t('common.loading')}>
      {[3, 2].map((rows) => (
        <div key={rows} className={cx(listRowStyles.group, styles.apart)}>
          {Array.from({ length: rows }, (_, row) => (
            <div key={row} className={listRowStyles.row}>
              <Bone width={22} height={22} borderRadius={6} />
              <Bone width={150} height={14} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
