import styles from './ChartLines.module.css';

/** Hairlines from the true price of a line to its tags, where these had to move. */
export function Leads() {
  return (
    <>
      <svg className={styles.lead} data-lead="axis" aria-hidden="true">
        <path />
      </svg>
      <svg className={styles.orderLead} data-lead="orders" aria-hidden="true">
        <path />
      </svg>
    </>
  );
}
