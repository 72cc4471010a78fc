import { useTranslations } from 'use-intl';
import { useActualPressure, useQuantity } from '../../../device/use-quantity.ts';
import type { QuantityField } from '../../../lib/texts/format.ts';

const FIELDS = ['frequency_fc', 'motor_power', 'motor_current'] as const satisfies QuantityField[];
const COLOURS = {
  pressure: 'bg-(--c-pressure)',
  frequency_fc: 'bg-(--c-freq)',
  motor_power: 'bg-(--c-power)',
  motor_current: 'bg-(--c-current)',
} as const;
type Shown = ReturnType<typeof useQuantity>;

function LiveValue({ name, shown }: { name: 'pressure' | (typeof FIELDS)[number]; shown: Shown }) {
  const t = useTranslations('commissioning.values');
  const { text, freshness } = shown;
  return (
    <div className="px-5 py-2 max-sm:px-4 max-sm:py-1 bg-card">
      <dt className="flex items-center gap-2 text-sm text-dim">
        <i className={`w-3.5 h-1 rounded-lg ${COLOURS[name]}`} aria-hidden="true" />
        {t(name)}
      </dt>
      <dd
        className={`tabular-nums font-bold leading-tight text-state tracking-tight ${freshness === 'stale' ? 'text-dim' : ''}`}
      >
        {text === null ? (
          <>
            <span aria-hidden="true">–</span>
            <span className="sr-only">{shown.missing}</span>
          </>
        ) : (
          <>
            {text}
            <span className="text-dim font-regular tracking-normal text-lg">
              {' '}
              {'unit' in shown && shown.unit}
            </span>
          </>
        )}
        {freshness === 'stale' && 'age' in shown && (
          <span className="block text-xs text-wait-ink font-regular tracking-normal">
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
  <dl className="grid grid-cols-2 gap-px bg-line -mx-5 border-y border-line max-sm:-mx-4 max-sm:my-0">
    <LiveValue name="pressure" shown={useActualPressure(deviceId).shown} />
    {FIELDS.map((field) => (
      <Quantity key={field} deviceId={deviceId} field={field} />
    ))}
  </dl>
);
