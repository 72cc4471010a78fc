import type { ActivityEntry, BoardEvent } from '@manoboard/contract/activity/activity';
import type { DeviceChange } from '@manoboard/contract/activity/device-change';
import type { Command } from '@manoboard/contract/command/command';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useEventName } from '../../../device/use-event-name.ts';
import { roundAge, useAgeText } from '../../../lib/texts/format.ts';
import { usePersonName } from '../../../lib/texts/use-person-name.ts';
import { useClock } from '../../../lib/time/clock.ts';
import type { Tone } from '../../../ui/tone.ts';
import { CommandSteps } from './command-steps.tsx';
import { opIcons, statusTones } from './command-style.tsx';
import { kindIcons, startIcon } from './entry-icon.tsx';
import { isWantedStart } from './entry-text.ts';
import { useChangeText } from './use-change-text.ts';
import { useCommandReason, useCommandText } from './use-command-text.ts';

export function ActivityRow({ entry }: { entry: ActivityEntry }) {
  if (entry.kind === 'command') return <CommandRow command={entry.command} />;
  if (entry.kind === 'event') return <EventRow event={entry.event} at={entry.at} />;
  return <ChangeRow change={entry.change} />;
}

function CommandRow({ command }: { command: Command }) {
  const t = useTranslations('activity');
  const nameOf = usePersonName();
  const textOf = useCommandText();
  const reasonOf = useCommandReason();
  return (
    <Row
      kind="command"
      tone={statusTones[command.status]}
      icon={opIcons[command.op]}
      description={textOf(command)}
      outcome={t(`status.${command.status}`)}
      at={command.created_at}
      by={[nameOf(command.by.name), command.by.via].filter(Boolean).join(' · ')}
      reason={reasonOf(command)}
    >
      <CommandSteps command={command} />
    </Row>
  );
}

function EventRow({ event, at }: { event: BoardEvent; at: number }) {
  const t = useTranslations();
  const nameOf = useEventName();
  const { code, started_by: by = 'itself' } = event;
  if (code === 'STARTED')
    return (
      <Row
        kind="event"
        tone={isWantedStart(event) ? 'off' : 'stop'}
        icon={startIcon}
        description={t('activity.started')}
        outcome={t(`activity.startedBy.${by}`)}
        at={at}
      />
    );
  const isOver = event.cleared_at !== null;
  return (
    <Row
      kind="event"
      tone={isOver ? 'off' : 'wait'}
      icon={<IconAlertTriangle size={16} stroke={1.8} />}
      description={nameOf(code)}
      outcome={t(isOver ? 'activity.over' : 'activity.lasting')}
      at={at}
    />
  );
}

/** One line with old and new value; the timeline shows each field. */
function ChangeRow({ change }: { change: DeviceChange }) {
  const textOf = useChangeText();
  const { title, difference, by, outcome, reason, tone } = textOf(change);
  const pair = difference && [difference.old, difference.new].filter(Boolean).join(' → ');
  return (
    <Row
      kind={change.kind}
      tone={tone}
      icon={kindIcons[change.kind]}
      description={[title, pair].filter(Boolean).join(': ')}
      outcome={outcome}
      reason={reason}
      at={change.created_at}
      by={typeof by === 'string' ? by : by.name}
    />
  );
}

interface RowProps {
  kind: ActivityEntry['kind'];
  tone: Tone;
  icon: ReactNode;
  description: string;
  outcome: string | undefined;
  /** Why the command or change failed. */
  reason?: string | undefined;
  at: number;
  by?: string;
  /** Collapsed details. */
  children?: ReactNode;
}

function Row({ kind, tone, icon, description, outcome, reason, at, by, children }: RowProps) {
  const ageText = useAgeText();
  const ageS = useClock((nowS) => roundAge(Math.max(0, Math.floor(nowS - at))));
  const head = (
    <>
      <span
        className="grid place-items-center rounded-full size-8 bg-tone-soft text-tone-ink inset-ring inset-ring-line"
        aria-hidden="true"
      >
        {icon}
      </span>
      <span className="min-w-0">
        <span className="block text-md wrap-anywhere leading-normal first-letter:uppercase group-hover/summary:underline group-hover/summary:decoration-line-strong group-hover/summary:underline-offset-[0.2em]">
          {description}
        </span>
        <span className="flex flex-wrap text-sm text-dim gap-y-0 gap-x-2 leading-normal">
          {outcome && <span className="text-tone-ink font-semibold">{outcome}</span>}
          <span>{[ageText(ageS), by].filter(Boolean).join(' · ')}</span>
          {reason && <span>{reason}</span>}
        </span>
      </span>
    </>
  );
  return (
    <li className="not-first:mt-1" data-tone={tone} data-kind={kind}>
      {children ? (
        <details>
          <summary className="group/summary grid gap-3 rounded-md py-1 grid-cols-[auto_minmax(0,1fr)] cursor-pointer [&::-webkit-details-marker]:hidden">
            {head}
          </summary>
          {children}
        </details>
      ) : (
        <div className="group/summary grid gap-3 rounded-md py-1 grid-cols-[auto_minmax(0,1fr)] cursor-pointer [&::-webkit-details-marker]:hidden">
          {head}
        </div>
      )}
    </li>
  );
}
