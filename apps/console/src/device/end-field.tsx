import { IconCalendar } from '@tabler/icons-react';
import { type ComponentProps, type Ref, useRef } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { serverNowS } from '../lib/time/clock.ts';
import { TextField } from '../ui/field.tsx';
import { dayOf, endOfDay } from './delegation-end.ts';

/** R1.9b: a day in the format of the chosen language, 30. 11. 2026 or 30/11/2026. */
export function useDayText() {
  const { dateTime } = useFormatter();
  return (seconds: number | null) => {
    if (seconds === null) return '';
    return dateTime(seconds * 1000, { day: 'numeric', month: 'numeric', year: 'numeric' });
  };
}

type Props = Pick<ComponentProps<typeof TextField>, 'name' | 'error' | 'label' | 'description'> & {
  ref: Ref<HTMLInputElement>;
  value: string;
  onChange: (event: { currentTarget: { value: string } }) => void;
};

/** A text field with the browser's calendar: a date field would use the browser's language. */
export function EndField({ value, onChange, ...field }: Props) {
  const t = useTranslations('deviceAccess.delegate');
  const dayText = useDayText();
  const calendar = useRef<HTMLInputElement>(null);
  const nowS = serverNowS();
  const pick = (day: string) => onChange({ currentTarget: { value: dayText(endOfDay(day)) } });
  const openCalendar = () => {
    try {
      calendar.current?.showPicker();
    } catch {
      // The browser has no calendar or refuses to open it now: the day can be typed.
    }
  };
  return (
    <TextField
      {...field}
      value={value}
      onChange={onChange}
      placeholder={dayText(endOfDay(`${dayOf(nowS).slice(0, 4)}-12-31`))}
      autoComplete="off"
      end={
        <span className="relative">
          <input
            ref={calendar}
            className="w-full absolute pointer-events-none inset-0 opacity-0"
            type="date"
            tabIndex={-1}
            aria-hidden
            min={dayOf(nowS)}
            value={dayOf(endOfDay(value))}
            onChange={(event) => pick(event.currentTarget.value)}
          />
          <button
            type="button"
            className="grid place-items-center text-dim relative rounded-full cursor-pointer size-9 hover:text-ink"
            aria-label={t('calendar')}
            onClick={openCalendar}
          >
            <IconCalendar size={18} stroke={1.7} aria-hidden />
          </button>
        </span>
      }
    />
  );
}
