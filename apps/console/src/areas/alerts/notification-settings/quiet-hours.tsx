import type { NotificationSettings } from '@manoboard/contract/alert/alert-delivery';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Card } from '../../../ui/card.tsx';
import { Switch } from '../../../ui/switch.tsx';

/** What a control changes of the settings as they are stored. */
export type SettingsChange = (latest: NotificationSettings) => Partial<NotificationSettings>;

interface Props {
  settings: NotificationSettings;
  isSaving: boolean;
  onChange: (change: SettingsChange) => void;
}

const USUAL = { from: '22:00', to: '07:00' };
type Field = 'from' | 'to' | 'digest';
const MARKS = [0, 6, 12, 18, 24];

const hourOf = (time: string) => Number(time.slice(0, 2)) + Number(time.slice(3)) / 60;

/** The share of an hour of the day that is quiet; a span may pass midnight. */
function quietShare({ from, to }: typeof USUAL, hour: number): number {
  const [start, end] = [hourOf(from), hourOf(to)];
  const overlap = (a: number, b: number) => Math.max(0, Math.min(b, hour + 1) - Math.max(a, hour));
  return start < end ? overlap(start, end) : overlap(start, 24) + overlap(0, end);
}

/** The hours in which warnings wait, and when many messages become one. */
export function QuietHours({ settings, isSaving, onChange }: Props) {
  const t = useTranslations('notificationSettings');
  const { quiet_hours: quiet, digest_over } = settings;
  /** What is not saved yet, by field: an answer to the save of one field must not replace the text of another. */
  const [typed, setTyped] = useState<Partial<Record<Field, string>>>({});
  const stored: Record<Field, string> = { ...(quiet ?? USUAL), digest: String(digest_over) };
  const isSaved = (Object.keys(typed) as Field[]).every((name) => typed[name] === stored[name]);
  if (!isSaving && isSaved && Object.keys(typed).length > 0) setTyped({});
  const { digest, ...hours } = { ...stored, ...typed };
  const isDigest = /^\d+$/.test(digest) && Number(digest) >= 1 && Number(digest) <= 50;
  const isValid = hours.from !== '' && hours.to !== '' && hours.from !== hours.to;
  const saveHours = () => {
    if (isValid && JSON.stringify(hours) !== JSON.stringify(quiet)) onChange(() => ({ quiet_hours: hours }));
  };
  const time = (name: 'from' | 'to') => (
    <label className="grid gap-1 text-md font-medium">
      {t(name)}
      <input
        className="min-h-11 px-3 border border-line-strong rounded-md bg-card text-ink w-32 aria-[invalid=true]:border-stop-ink"
        type="time"
        value={hours[name]}
        aria-invalid={!isValid}
        onChange={({ currentTarget }) => setTyped({ ...typed, [name]: currentTarget.value })}
        onBlur={saveHours}
      />
    </label>
  );
  return (
    <Card aria-labelledby="quiet-title">
      <div className="flex items-center justify-between gap-4">
        <h2 id="quiet-title" className="text-lg font-semibold">
          {t('quiet')}
        </h2>
        <Switch
          position={quiet ? 'on' : 'off'}
          isDisabled={isSaving}
          isStale={false}
          labelledBy="quiet-title"
          describedBy="quiet-hint"
          onChange={(isOn) => onChange(() => ({ quiet_hours: isOn ? hours : null }))}
        />
      </div>
      <div
        className="grid gap-0.5 mt-3 grid-cols-24 data-off:opacity-50"
        data-off={!quiet || undefined}
        aria-hidden="true"
      >
        {Array.from({ length: 24 }, (_, hour) => (
          <span
            className="h-6.5 rounded-sm bg-accent-soft data-quiet:bg-ink forced-colors:border forced-colors:data-quiet:bg-[Highlight]"
            // biome-ignore lint/suspicious/noArrayIndexKey: the hours of a day do not change.
            key={hour}
            data-quiet={(quiet && isValid && quietShare(hours, hour) >= 0.5) || undefined}
          />
        ))}
      </div>
      <div className="flex justify-between text-xs text-dim mt-1" aria-hidden="true">
        {MARKS.map((hour) => (
          <span key={hour}>{hour}</span>
        ))}
      </div>
      {quiet && (
        <div className="mt-3 flex flex-wrap gap-4">
          {time('from')}
          {time('to')}
        </div>
      )}
      <p id="quiet-hint" className="mt-2 text-md text-dim">
        {t('quietHint')} <b>{t('alarmsPass')}</b>
      </p>
      <details className="mt-2 border-t border-line pt-2">
        <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 text-md font-medium">
          {t('digest')} {digest_over}
          <IconChevronDown size={18} stroke={1.7} aria-hidden className="flex-none text-dim" />
        </summary>
        <label className="grid gap-1 text-md font-medium">
          <span className="sr-only">{t('digest')}</span>
          <input
            className="min-h-11 px-3 border border-line-strong rounded-md bg-card text-ink w-32 aria-[invalid=true]:border-stop-ink"
            type="number"
            min={1}
            max={50}
            value={digest}
            aria-invalid={!isDigest}
            onChange={({ currentTarget }) => setTyped({ ...typed, digest: currentTarget.value })}
            onBlur={() =>
              isDigest && Number(digest) !== digest_over && onChange(() => ({ digest_over: Number(digest) }))
            }
          />
        </label>
        <p className="text-md text-dim mt-2">{t('digestHint')}</p>
      </details>
    </Card>
  );
}
