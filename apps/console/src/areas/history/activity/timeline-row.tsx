import type { ActivityEntry } from '@manoboard/contract/activity/activity';
import { IconCheck, IconClock, IconX } from '@tabler/icons-react';
import { useFormatter, useTranslations } from 'use-intl';
import tones from '../../../ui/tone.module.css';
import { entryIcon } from './entry-icon.tsx';
import { type Difference, type EntryText, isWantedStart } from './entry-text.ts';
import classes from './timeline.module.css';
import { useEntryText } from './use-entry-text.ts';

const CLOCK = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
const small = { size: 14, stroke: 2.2, 'aria-hidden': true } as const;
const marks = {
  run: <IconCheck {...small} />,
  wait: <IconClock {...small} />,
  stop: <IconX {...small} />,
  off: null,
};

/** Old value struck through, new value with the accent color. */
function Pair({ value }: { value: Difference }) {
  const t = useTranslations('timeline');
  return (
    <span className={classes.pair}>
      {value.old !== null && (
        <>
          <span className="vh">{t('before')}</span>
          <s className={classes.old}>{value.old}</s>
          <span className="dim" aria-hidden="true">
            →
          </span>
          <span className="vh">{t('after')}</span>
        </>
      )}
      <span className={classes.new}>{value.new}</span>
    </span>
  );
}

function Person({ by }: Pick<EntryText, 'by'>) {
  const t = useTranslations();
  if (typeof by === 'string') return <span>{by}</span>;
  const role =
    by.role && by.role !== 'owner' && t(by.role === 'delegate' ? 'timeline.delegate' : `role.${by.role}`);
  return <span>{[by.name, role].filter(Boolean).join(' · ')}</span>;
}

/** R5.7b: description, old and new value, author, outcome and reason. The row of the requested moment is marked. */
export function TimelineRow({ entry, isMarked = false }: { entry: ActivityEntry; isMarked?: boolean }) {
  const textOf = useEntryText();
  const { dateTime } = useFormatter();
  const { title, difference, table = [], by, outcome, reason, tone, steps } = textOf(entry);
  const clock = (at: number) => dateTime(new Date(at * 1000), CLOCK);
  const text = [outcome, reason].filter(Boolean).join(': ');
  return (
    <li
      className={`${classes.row} ${tones.tone}`}
      data-tone={tone}
      data-kind={entry.kind}
      aria-current={isMarked || undefined}
    >
      <time className={`${classes.time} num`} dateTime={new Date(entry.at * 1000).toISOString()}>
        {clock(entry.at)}
      </time>
      <span
        className={classes.icon}
        data-alert={(entry.kind === 'event' && !isWantedStart(entry.event)) || undefined}
        aria-hidden="true"
      >
        {entryIcon(entry)}
      </span>
      <div className={classes.body}>
        <p className={classes.description}>
          <strong className="bold">{title}</strong> {difference && <Pair value={difference} />}
        </p>
        <p className={classes.meta}>
          <Person by={by} />
          {text && (
            <span className={classes.outcome}>
              {marks[tone]}
              {text}
            </span>
          )}
        </p>
        {table.length > 0 && (
          <dl className={classes.table}>
            {table.map(({ name, ...value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <Pair value={value} />
                </dd>
              </div>
            ))}
          </dl>
        )}
        {steps.length > 0 && (
          <ol className={classes.steps}>
            {steps.map(({ at, text: step }) => (
              <li key={`${at}-${step}`}>
                <span className={`${classes.stepTime} num`}>{clock(at)}</span> {step}
              </li>
            ))}
          </ol>
        )}
      </div>
    </li>
  );
}
