import { useTranslations } from 'use-intl';
import { useActualPressure, useQuantity } from '../../../device/use-quantity.ts';
import type { QuantityField } from '../../../lib/texts/format.ts';

const FIELDS = ['frequency_fc', 'motor_power', 'motor_current'] as const satisfies QuantityField[];
type Shown = ReturnType<typeof useQuantity>;

function LiveValue({ name, shown }: { name: 'pressure' | (typeof FIELDS)[number]; shown: Shown }) {
  const t = useTranslations('commissioning.values');
  const { text, freshness } = shown;
  return (
    <div
      className="px-5 py-2 max-sm:px-4 max-sm:py-1 [&_dt_i]:w-3.5 [&_dt_i]:h-1 [&_dt_i]:rounded-lg [&_dt_i]:bg-(--c-pressure) even:border-l even:border-line [&:nth-child(n_+_3)]:border-t [&:nth-child(n_+_3)]:border-line data-[freshness=stale]:[&_dd]:text-dim data-[field=frequency\_fc]:[&_dt_i]:bg-(--c-freq) data-[field=motor\_power]:[&_dt_i]:bg-(--c-power) data-[field=motor\_current]:[&_dt_i]:bg-(--c-current)"
      data-field={name}
      data-freshness={freshness}
    >
      <dt className="flex items-center gap-2 text-sm text-dim">
        <i aria-hidden="true" />
        {t(name)}
      </dt>
      <dd className="tabular-nums font-bold leading-[1.15] text-[calc(var(--text-state)_+_0.3rem_+_0.05rem)] tracking-tight">
        {text === null ? (
          <>
            <span aria-hidden="true">–</span>
            <span className="sr-only">{shown.missing}</span>
          </>
        ) : (
          <>
            {text}
            <span className="text-dim font-regular tracking-normal text-[calc(var(--text-unit)_*_0.6)]">
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
  <dl className="grid grid-cols-[1fr_1fr] -mx-5 border-y border-line max-sm:-mx-4 max-sm:my-0">
    <LiveValue name="pressure" shown={useActualPressure(deviceId).shown} />
    {FIELDS.map((field) => (
      <Quantity key={field} deviceId={deviceId} field={field} />
    ))}
  </dl>
);
