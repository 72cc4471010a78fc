import type { ActivityEntry, BoardEvent } from '@manoboard/contract/activity';
import type { Command } from '@manoboard/contract/command';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useClock } from '../../lib/clock.ts';
import { roundAge, useAgeText } from '../../lib/format.ts';
import tones from '../../ui/tone.module.css';
import type { Tone } from '../../ui/tone.ts';
import classes from './activity.module.css';
import { CommandLife } from './command-life.tsx';
import { opIcons, statusTones } from './command-looks.tsx';
import { useCommandWords } from './use-command-words.ts';

export function ActivityRow({ entry }: { entry: ActivityEntry }) {
  if (entry.kind === 'command') return <CommandRow command={entry.command} />;
  return entry.kind === 'event' ? <EventRow event={entry.event} at={entry.at} /> : null;
}

function CommandRow({ command }: { command: Command }) {
  const t = useTranslations('activity');
  const wordsOf = useCommandWords();
  return (
    <Row
      kind="command"
      tone={statusTones[command.status]}
      icon={opIcons[command.op]}
      words={wordsOf(command)}
      outcome={t(`status.${command.status}`)}
      at={command.created_at}
      by={command.by.name}
    >
      <CommandLife command={command} />
    </Row>
  );
}

function EventRow({ event, at }: { event: BoardEvent; at: number }) {
  const t = useTranslations();
  const isOver = event.cleared_at !== null;
  return (
    <Row
      kind="event"
      tone={isOver ? 'off' : 'wait'}
      icon={<IconAlertTriangle size={16} stroke={1.8} />}
      words={t(`boardEvent.${event.code}`)}
      outcome={t(isOver ? 'activity.over' : 'activity.lasting')}
      at={at}
    />
  );
}

interface RowProps {
  kind: ActivityEntry['kind'];
  tone: Tone;
  icon: ReactNode;
  words: string;
  outcome: string;
  at: number;
  by?: string;
  /** What there is more to tell, for who wants to know. */
  children?: ReactNode;
}

function Row({ kind, tone, icon, words, outcome, at, by, children }: RowProps) {
  const ageText = useAgeText();
  const ageS = useClock((nowS) => roundAge(Math.max(0, Math.floor(nowS - at))));
  const head = (
    <>
      <span className={classes.icon} aria-hidden="true">
        {icon}
      </span>
      <span className={classes.text}>
        <span className={classes.words}>{words}</span>
        <span className={classes.meta}>
          <span className={classes.outcome}>{outcome}</span>
          <span>{[ageText(ageS), by].filter(Boolean).join(' · ')}</span>
        </span>
      </span>
    </>
  );
  return (
    <li className={`${classes.row} ${tones.tone}`} data-tone={tone} data-kind={kind}>
      {children ? (
        <details>
          <summary className={classes.summary}>{head}</summary>
          {children}
        </details>
      ) : (
        <div className={classes.summary}>{head}</div>
      )}
    </li>
  );
}
