import type { ActivityEntry } from '@manoboard/contract/activity/activity';
import { IconCheck, IconClock, IconX } from '@tabler/icons-react';
import { useFormatter, useTranslations } from 'use-intl';
import { entryIcon } from './entry-icon.tsx';
import { type Difference, type EntryText, isWantedStart } from './entry-text.ts';
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
    <span className="flex-wrap gap-y-0.5 gap-x-2 inline-flex items-baseline">
      {value.old !== null && (
        <>
          <span className="sr-only">{t('before')}</span>
          <s className="px-2 py-0.5 rounded-sm font-medium text-dim bg-inset inset-ring inset-ring-line-strong">
            {value.old}
          </s>
          <span className="text-dim" aria-hidden="true">
            →
          </span>
          <span className="sr-only">{t('after')}</span>
        </>
      )}
      <span className="px-2 py-0.5 rounded-sm bg-accent-soft text-accent-ink font-semibold">{value.new}</span>
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
  const hasTone =
    tone === 'stop' || entry.kind === 'lock_out' || (entry.kind === 'event' && !isWantedStart(entry.event));
  return (
    <li
      className="relative grid gap-y-0 gap-x-4 grid-cols-[4.75rem_2.25rem_minmax(0,1fr)] pb-4 @max-[36rem]:grid-cols-[2.25rem_minmax(0,1fr)] not-last:before:absolute not-last:before:top-9 not-last:before:bottom-0 not-last:before:left-27 not-last:before:border-l not-last:before:border-line-strong @max-[36rem]:not-last:before:left-4.5"
      data-tone={tone}
      data-kind={entry.kind}
      aria-current={isMarked || undefined}
    >
      <time
        className="tabular-nums tracking-tight text-dim text-md text-right pt-2 @max-[36rem]:text-sm @max-[36rem]:text-left @max-[36rem]:col-start-2 @max-[36rem]:pt-0"
        dateTime={new Date(entry.at * 1000).toISOString()}
      >
        {clock(entry.at)}
      </time>
      <span
        className={`grid size-9 place-items-center rounded-full border border-line-strong @max-[36rem]:row-[1/3] ${hasTone ? 'bg-tone-soft text-tone-ink' : 'bg-inset text-dim'}`}
        aria-hidden="true"
      >
        {entryIcon(entry)}
      </span>
      <div
        className={`min-w-0 @max-[36rem]:col-start-2 ${isMarked ? '-mx-2.5 -mt-1 rounded-md bg-accent-soft px-2.5 py-1' : ''}`}
      >
        <p className="flex items-baseline flex-wrap gap-y-0.5 gap-x-2.5 wrap-anywhere text-lg leading-relaxed">
          <strong className="font-semibold">{title}</strong> {difference && <Pair value={difference} />}
        </p>
        <p className="flex items-baseline flex-wrap gap-y-0.5 gap-x-2.5 wrap-anywhere text-md text-dim">
          <Person by={by} />
          {text && (
            <span className="gap-1 font-semibold text-tone-ink inline-flex items-center">
              {marks[tone]}
              {text}
            </span>
          )}
        </p>
        {table.length > 0 && (
          <dl className="text-md rounded-md bg-inset inset-ring inset-ring-line w-fit max-w-full mt-2 [&>*+*]:border-t [&>*+*]:border-line">
            {table.map(({ name, ...value }) => (
              <div
                className="grid gap-y-0.5 gap-x-4 px-3 py-2 grid-cols-[10rem_minmax(0,1fr)] items-baseline @max-[36rem]:grid-cols-1"
                key={name}
              >
                <dt className="text-dim">{name}</dt>
                <dd>
                  <Pair value={value} />
                </dd>
              </div>
            ))}
          </dl>
        )}
        {steps.length > 0 && (
          <ol className="text-md text-dim pl-3 mt-2 border-l-2 border-line-strong leading-[1.7]">
            {steps.map(({ at, text: step }) => (
              <li key={`${at}-${step}`}>
                <span className="tabular-nums tracking-tight mr-2.5">{clock(at)}</span> {step}
              </li>
            ))}
          </ol>
        )}
      </div>
    </li>
  );
}
