import type { Command } from '@manoboard/contract/command/command';
import { useFormatter, useTranslations } from 'use-intl';

const MOMENT = {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
} as const;

/** R5.6: the steps of a command with their times. */
export function CommandSteps({ command }: { command: Command }) {
  const t = useTranslations();
  const { dateTime } = useFormatter();
  const steps = [
    ['created', command.created_at],
    ['published', command.published_at],
    ['accepted', command.accepted_at],
    [command.status, command.finished_at],
  ] as const;
  return (
    <div className="text-sm rounded-md bg-inset px-3 py-2.5 mt-0.5 mb-2 ml-11">
      <dl className="text-dim">
        {steps.map(([step, at]) =>
          at === null ? null : (
            <div className="flex flex-wrap gap-y-0 gap-x-3 justify-between" key={step}>
              <dt>{t(`activity.status.${step}`)}</dt>
              <dd className="tabular-nums tracking-tight">{dateTime(new Date(at * 1000), MOMENT)}</dd>
            </div>
          ),
        )}
      </dl>
    </div>
  );
}
