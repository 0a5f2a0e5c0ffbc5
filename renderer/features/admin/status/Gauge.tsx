export interface GaugeProps {
  /** What is measured: the text that stands beside it for readers too. */
  label: string;
  /** How much of what, as words. */
  value: string;
  /** The share of 1 that is used; null without a limit. */
  share: number | null;
}

/** From this share on there is little left. */
const SCARCE = 0.8;

/** How much of something is used: in words, and as a bar that changes its look when little is left. */
export function Gauge({ label, value, share }: GaugeProps) {
  const isScarce = share !== null && share > SCARCE;
  return (
    <li className={isScarce ? 'gauge gauge--scarce' : 'gauge'}>
      <div className="gauge__words">
        <span className="gauge__label">{label}</span>
        <span className="gauge__value">
          {isScarce && <i className="pi pi-exclamation-triangle" aria-hidden="true" />}
          {value}
        </span>
      </div>
      {share !== null && (
        <div className="gauge__bar" aria-hidden="true">
          <span style={{ width: `${Math.min(1, share) * 100}%` }} />
        </div>
      )}
    </li>
  );
}
