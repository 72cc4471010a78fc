import { isLowHour } from '@manoboard/domain/energy/tariff';
import { useTranslations } from 'use-intl';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

interface Props {
  label: string;
  /** Bit 0 is the hour from 0:00. */
  lowHours: number;
  /** Without it the strip cannot be changed. */
  onChange?: (lowHours: number) => void;
}

/** The hours of a day; those of the low rate are pale. */
export function HourStrip({ label, lowHours, onChange }: Props) {
  const t = useTranslations('energy.tariff');
  const isLow = (hour: number) => isLowHour({ low_hours: [lowHours] }, 0, hour);
  const cell = (hour: number) => ({
    className: `rounded-sm bg-(--c-power) ${onChange ? 'h-11 cursor-pointer' : 'h-6'} forced-colors:border forced-colors:border-[CanvasText] data-low:bg-(--c-power-low) forced-colors:data-low:border-dashed`,
    'data-low': isLow(hour) || undefined,
  });
  return (
    <fieldset className="mb-3.5">
      <legend className="text-dim text-sm mb-1.5">{label}</legend>
      <div className="grid gap-0.5 grid-cols-24">
        {HOURS.map((hour) =>
          onChange ? (
            <button
              key={hour}
              type="button"
              {...cell(hour)}
              aria-pressed={isLow(hour)}
              aria-label={t('hour', { from: hour, to: hour + 1 })}
              onClick={() => onChange(lowHours ^ (1 << hour))}
            />
          ) : (
            <span key={hour} {...cell(hour)} title={t('hour', { from: hour, to: hour + 1 })} />
          ),
        )}
      </div>
      <div className="flex justify-between text-xs text-dim mt-1" aria-hidden="true">
        {[0, 6, 12, 18].map((hour) => (
          <span key={hour}>{hour}</span>
        ))}
        <span>{t('end')}</span>
      </div>
    </fieldset>
  );
}

/** Low hours as spans of a clock: 22–24, 0–6. */
export function lowSpans(lowHours: number): [from: number, to: number][] {
  const spans: [number, number][] = [];
  for (const hour of HOURS) {
    if (((lowHours >> hour) & 1) === 0) continue;
    const last = spans.at(-1);
    if (last && last[1] === hour) last[1] = hour + 1;
    else spans.push([hour, hour + 1]);
  }
  return spans;
}
