import { useTranslations } from 'use-intl';
import { useActualPressure, useQuantity } from '../../../device/use-quantity.ts';
import type { QuantityField } from '../../../lib/texts/format.ts';
import classes from './wizard.module.css';

const FIELDS = ['frequency_fc', 'motor_power', 'motor_current'] as const satisfies QuantityField[];
type Shown = ReturnType<typeof useQuantity>;

function LiveValue({ name, shown }: { name: 'pressure' | (typeof FIELDS)[number]; shown: Shown }) {
  const t = useTranslations('commissioning.values');
  const { text, freshness } = shown;
  return (
    <div className={classes.value} data-field={name} data-freshness={freshness}>
      <dt className="row gap-3 dim text-sm">
        <i aria-hidden="true" />
        {t(name)}
      </dt>
      <dd className="num">
        {text === null ? (
          <>
            <span aria-hidden="true">–</span>
            <span className="vh">{shown.missing}</span>
          </>
        ) : (
          <>
            {text}
            <span className={classes.unit}> {'unit' in shown && shown.unit}</span>
          </>
        )}
        {freshness === 'stale' && 'age' in shown && (
          <span className="block wait-ink text-xs regular untracked">
            {[shown.past, shown.age].join(' ')}
          </span>
        )}
      </dd>
    </div>
  );
}

const Quantity = ({ deviceId, field }: { deviceId: string; field: (typeof FIELDS)[number] }) => (
  <LiveValue name={field} shown={useQuantity(deviceId, field)} />
);

/** Four values large enough to read beside a valve. */
export const LiveValues = ({ deviceId }: { deviceId: string }) => (
  <dl className={classes.values}>
    <LiveValue name="pressure" shown={useActualPressure(deviceId).shown} />
    {FIELDS.map((field) => (
      <Quantity key={field} deviceId={deviceId} field={field} />
    ))}
  </dl>
);
