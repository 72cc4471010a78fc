import type { Command, CommandValue, ResettableMeter } from '@manoboard/contract/command';
import { pressureFromWire } from '@manoboard/domain/pressure-codec';
import { useTranslations } from 'use-intl';
import { useQuantityFormat } from '../../lib/format.ts';

const METERS = ['electro_meter', 'motor_operating_hours'] as const satisfies ResettableMeter[];

/** What was wished, in a few words, with what stood there before where that is known. */
export function useCommandWords() {
  const t = useTranslations();
  const format = useQuantityFormat();

  function pressure(value: CommandValue, { normalizer = 1 }: Command) {
    if (typeof value !== 'number') return undefined;
    const { text, unit } = format('required_pressure', pressureFromWire(value, normalizer));
    return `${text} ${unit}`;
  }
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
      case 'reg_write':
        return t('activity.registerWrite', { register: command.what, change: change(old_value, value) });
      case 'reg_read':
        return t('activity.registerRead');
      case 'restart':
        return t('activity.restart');
    }
  };
}
