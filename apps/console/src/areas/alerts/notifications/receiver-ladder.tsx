import type { AlertReceivers } from '@manoboard/contract/alert/alert-delivery';
import { isReached } from '@manoboard/domain/alerts/delivery/reach';
import { IconMessage2 } from '@tabler/icons-react';
import { Fragment } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { usePersonName } from '../../../lib/texts/use-person-name.ts';
import { CHANNELS, type Step } from './receiver-table.tsx';

interface Rung {
  key: string;
  who: string;
  min: number | null;
  /** Channels that deliver; empty: nothing arrives. */
  by: string;
}

/** One entry for each person of a step; technicians are one entry. */
function useRungs({ steps }: AlertReceivers): Rung[] {
  const t = useTranslations('notifications.receivers');
  const personName = usePersonName();
  const channels = (isWorking: (channel: (typeof CHANNELS)[number]) => boolean) =>
    CHANNELS.filter(isWorking)
      .map((channel) => t(`channel.${channel}`))
      .join(', ')
      // Channel names are capitalised headings; within a sentence they are lower case.
      .toLocaleLowerCase();
  const ofStep = (step: Step): Rung[] => {
    const min = step.after_minutes.alarm;
    if (step.count === 0) return [{ key: step.step, who: t(`nobody.${step.step}`), min, by: '' }];
    if (step.step === 'technicians')
      return [
        { key: step.step, who: t('technicians'), min, by: channels((channel) => step.reached[channel] > 0) },
      ];
    return step.people.map((person, at) => ({
      key: `${step.step} ${at}`,
      who: person.is_self ? `${personName(person.name)} (${t('you')})` : personName(person.name),
      min,
      by: isReached(person.alarm) ? channels((channel) => person.alarm[channel] === 'ok') : '',
    }));
  };
  return steps
    .filter(({ is_on, after_minutes, count }) => is_on && (after_minutes.alarm !== null || count === 0))
    .flatMap(ofStep);
}

/** Time of the example, minutes after midnight: at night nobody looks at the console. */
const EXAMPLE_MIN = 2 * 60 + 14;

/** The steps of an alarm that nobody takes, and an example with what would happen today, failures included. */
export function ReceiverLadder({ receivers }: { receivers: AlertReceivers }) {
  const t = useTranslations('notifications.receivers');
  const { dateTime } = useFormatter();
  const rungs = useRungs(receivers);
  const timeAfter = (min: number) =>
    dateTime(new Date((EXAMPLE_MIN + min) * 60_000), { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
  return (
    <>
      <ol className="mt-2 grid gap-2" aria-labelledby="receivers-title">
        {rungs.map(({ key, who, min, by }) => (
          <li
            className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-center gap-3 rounded-md border border-line bg-inset px-3 py-2 text-md wrap-anywhere data-dead:border-stop data-skipped:border-line data-skipped:text-dim"
            key={key}
            data-dead={by === '' || undefined}
            data-skipped={min === null || undefined}
          >
            <span className="text-sm font-semibold">
              {min === null ? t('skipped') : min === 0 ? t('atOnce') : t('when.after', { min })}
            </span>
            <span className="grid">
              <strong className={min === null ? 'font-regular' : ''}>{who}</strong>
              {min !== null && (
                <span className={`text-sm ${by ? 'text-dim' : 'text-stop-ink'}`}>
                  {by || t('nothingNow')}
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
      <p className="flex items-start gap-2.5 text-md rounded-md border border-line px-4 py-3 bg-inset mt-4">
        <IconMessage2 className="flex-none mt-0.5" size={18} stroke={1.7} aria-hidden />
        <span>
          <b>{t('example')}</b> {t('exampleStart', { time: timeAfter(0) })} →{' '}
          {rungs
            .filter(({ min }) => min !== null)
            .map(({ key, who, min, by }, at) => (
              <Fragment key={key}>
                {at > 0 && ', '}
                {t('exampleAt', { time: timeAfter(min ?? 0) })} {who}:{' '}
                {by || <b className="text-stop-ink">{t('nothing')}</b>}
              </Fragment>
            ))}
          . {t('exampleEnd')}
        </span>
      </p>
    </>
  );
}
