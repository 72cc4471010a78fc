import type { Command, CommandValue, ResettableMeter } from '@manoboard/contract/command/command';
import { pressureFromWire } from '@manoboard/domain/pump/pressure-codec';
import { useFormatter, useTranslations } from 'use-intl';
import { useQuantityFormat } from '../../../lib/texts/format.ts';
import { usePersonName } from '../../../lib/texts/use-person-name.ts';
import { statusTones } from './command-style.tsx';
import type { Difference, EntryText } from './entry-text.ts';

const METERS = ['electro_meter', 'motor_operating_hours'] as const satisfies ResettableMeter[];

/** A required pressure in bar; one that was refused while its mode was unknown has no unit. */
function usePressureText() {
  const { number } = useFormatter();
  const format = useQuantityFormat();
  return (value: CommandValue, { normalizer }: Command): string | undefined => {
    if (typeof value !== 'number') return undefined;
    if (normalizer === undefined) return number(value);
    const { text, unit } = format('required_pressure', pressureFromWire(value, normalizer));
    return `${text} ${unit}`;
  };
}

/** A short description of a command, with the old value if it is known. */
export function useCommandText() {
  const t = useTranslations();
  const pressure = usePressureText();

  const change = (before: unknown, after: unknown) =>
    before == null || before === after ? `${after}` : `${before} → ${after}`;

  return (command: Command): string => {
    const { op, value, old_value } = command;
    switch (op) {
      case 'start_stop':
        return t(value ? 'activity.start' : 'activity.stop');
      case 'set_lock':
        return t(value ? 'activity.lock' : 'activity.unlock');
      case 'write': {
        const what = change(pressure(old_value, command), pressure(value, command));
        return t('activity.pressure', { change: what });
      }
      case 'pressure_control':
        return t(value ? 'activity.pressureLocal' : 'activity.pressureRemote');
      case 'reset': {
        const meter = METERS.find((name) => name === command.what);
        return t('activity.reset', { meter: meter ? t(`device.field.${meter}`) : command.what });
      }
      case 'fault_reset':
        return t('activity.faultReset');
      case 'end_retries':
        return t('activity.endRetries');
      case 'reg_write':
        return t('activity.registerWrite', { register: command.what, change: change(old_value, value) });
      case 'reg_read':
        return t('activity.registerRead');
      case 'restart':
        return t('activity.restart');
    }
  };
}

/** Why a command failed: the problem, then the detail of the board's ack. */
export function useCommandReason() {
  const t = useTranslations();
  return ({ problem, detail }: Command): string | undefined =>
    [problem && t(`problem.${problem}`), detail && t(`ack.${detail}`)].filter(Boolean).join(' ') || undefined;
}

/** The text of a command for the timeline, with old and new value as separate fields. */
export function useCommandEntryText(): (command: Command) => EntryText {
  const t = useTranslations();
  const timeline = useTranslations('timeline');
  const { number } = useFormatter();
  const format = useQuantityFormat();
  const textOf = useCommandText();
  const pressure = usePressureText();
  const reasonOf = useCommandReason();
  const nameOf = usePersonName();

  const difference = (old: string | undefined, next: string | undefined): Difference | undefined =>
    next === undefined ? undefined : { old: old ?? null, new: next };

  function describe(command: Command): Pick<EntryText, 'title' | 'difference'> {
    const { op, value, old_value } = command;
    const quantity = (field: Parameters<typeof format>[0], amount: CommandValue) => {
      if (typeof amount !== 'number') return undefined;
      const { text, unit } = format(field, amount);
      return `${text} ${unit}`;
    };
    if (op === 'write')
      return {
        title: t('device.field.required_pressure'),
        difference: difference(pressure(old_value, command), pressure(value, command)),
      };
    const meter = METERS.find((name) => op === 'reset' && name === command.what);
    if (meter)
      return {
        title: textOf(command),
        difference: difference(quantity(meter, old_value), quantity(meter, 0)),
      };
    if (op === 'reg_write') {
      const raw = (amount: CommandValue) => (typeof amount === 'number' ? number(amount) : undefined);
      return {
        title: timeline('register', { register: command.what }),
        difference: difference(raw(old_value), raw(value)),
      };
    }
    return { title: textOf(command) };
  }

  return (command) => {
    const { status, created_at, finished_at, by } = command;
    const seconds =
      finished_at === null ? undefined : number(finished_at - created_at, { maximumFractionDigits: 1 });
    return {
      ...describe(command),
      by: { name: [nameOf(by.name), by.via].filter(Boolean).join(' · '), role: by.role },
      outcome:
        status === 'done' && seconds !== undefined
          ? timeline('confirmed', { seconds })
          : t(`activity.status.${status}`),
      reason: reasonOf(command),
      tone: statusTones[status],
      steps: [],
    };
  };
}
