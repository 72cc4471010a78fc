import { type FormEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { HistoryRange } from '../../../device/history.ts';
import { serverNowS } from '../../../lib/time/clock.ts';
import { secondsOfWallTime, wallTimeOf } from '../../../lib/time/wall-time.ts';
import { Button } from '../../../ui/button.tsx';
import { type Bounds, rangeFrom } from './view.ts';

const two = (value: number) => String(value).padStart(2, '0');

/** Text of a field for a date and a time, in the display zone. */
function fieldText(atS: number): string {
  const { year, month, day, hours, minutes } = wallTimeOf(atS);
  return `${year}-${two(month)}-${two(day)}T${two(hours)}:${two(minutes)}`;
}

function secondsOf(text: string): number | undefined {
  const found = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(text)?.slice(1).map(Number);
  if (!found) return undefined;
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0] = found;
  return secondsOfWallTime({ year, month, day, hours, minutes });
}

/** Start and end typed by the user. */
export function OwnRange({ bounds, onRange }: { bounds: Bounds; onRange: (range: HistoryRange) => void }) {
  const t = useTranslations('graphs');
  const id = useId();
  const [from, setFrom] = useState(fieldText(bounds.fromS));
  const [to, setTo] = useState(fieldText(bounds.toS));
  const [hasError, setHasError] = useState(false);
  function show(event: FormEvent) {
    event.preventDefault();
    const [fromS, toS] = [secondsOf(from), secondsOf(to)];
    const nowS = serverNowS();
    const isValid = fromS !== undefined && toS !== undefined && fromS < toS && fromS < nowS;
    setHasError(!isValid);
    if (isValid) onRange(rangeFrom(fromS, Math.min(toS, nowS), nowS));
  }
  const field = (name: 'from' | 'to', value: string, set: (text: string) => void) => (
    <label className="grid gap-1 text-sm font-medium text-dim">
      {t(name)}
      <input
        className="min-h-10 px-2.5 border border-line-strong rounded-md bg-inset text-ink text-md [color-scheme:inherit]"
        type="datetime-local"
        value={value}
        aria-invalid={hasError || undefined}
        aria-describedby={hasError ? id : undefined}
        onChange={(event) => set(event.currentTarget.value)}
      />
    </label>
  );
  return (
    <form className="grid gap-3 p-2.5" onSubmit={show} noValidate>
      {field('from', from, setFrom)}
      {field('to', to, setTo)}
      {hasError && (
        <p id={id} className="text-md text-stop-ink" role="alert">
          {t('ownInvalid')}
        </p>
      )}
      <Button type="submit">{t('show')}</Button>
    </form>
  );
}
