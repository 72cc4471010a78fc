import { OtaError } from '@manoboard/contract/mqtt/firmware';
import type { ChangeValue, DeviceChange, FieldChange } from '@manoboard/contract/nouns/device-change';
import { useFormatter, useTranslations } from 'use-intl';
import type { Tone } from '../../ui/tone.ts';
import type { Difference, EntryWords } from './entry-words.ts';
import { useFieldWords } from './use-field-words.ts';

/** Why access ended or changed that its user was not asked about. */
const ACCESS_REASONS = ['passed_on', 'owner_gone', 'level_lost'] as const;

const MOMENT = {
  day: 'numeric',
  month: 'numeric',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
} as const;

/** R5.7b: what was changed, by whom, from what to what, and what became of it. */
export function useChangeWords(): (change: DeviceChange) => EntryWords {
  const t = useTranslations();
  const words = useTranslations('timeline');
  const { dateTime, number } = useFormatter();
  const { nameOf, textOf } = useFieldWords();

  const when = (seconds: ChangeValue) =>
    typeof seconds === 'number'
      ? words('until', { end: dateTime(new Date(seconds * 1000), MOMENT) })
      : words('noEnd');
  const rights = (seconds: ChangeValue) => words('sameRights', { end: when(seconds) });
  const fieldOf = ({ fields }: DeviceChange, name: string): FieldChange | undefined =>
    fields.find(({ field }) => field === name);
  const diff = (old: ChangeValue | undefined, next: ChangeValue | undefined, none: string): Difference => ({
    old: old == null ? none : String(old),
    new: next == null ? none : String(next),
  });
  const roleWord = (role: ChangeValue | undefined) => {
    if (role === 'Super Seller' || role === 'Seller' || role === 'Technician') return t(`role.${role}`);
    return role ?? null;
  };

  function what(change: DeviceChange): Pick<EntryWords, 'title' | 'difference' | 'table'> {
    const { action, fields } = change;
    const person = change.person?.name ?? words('somebody');
    const end = fieldOf(change, 'expires_at');
    switch (change.kind) {
      case 'name': {
        const alias = fieldOf(change, 'alias');
        return { title: words('name'), difference: diff(alias?.old, alias?.new, words('noName')) };
      }
      case 'firmware': {
        const version = fieldOf(change, 'version');
        return {
          title: words('firmware'),
          difference: diff(version?.old, version?.new, t('firmware.unknownVersion')),
        };
      }
      case 'config':
        return {
          title: words('config', { n: fields.length }),
          table: fields.map(({ field, ...values }) => ({
            name: nameOf(field),
            old: textOf(field, values.old),
            new: textOf(field, values.new),
          })),
        };
      case 'access': {
        const title = words('access', { person });
        if (action === 'granted')
          return { title, difference: { old: words('noAccess'), new: rights(end?.new ?? null) } };
        if (action === 'changed')
          return { title, difference: { old: when(end?.old ?? null), new: when(end?.new ?? null) } };
        const isEnd = action === 'left' || action === 'expired';
        return { title, difference: { old: words('hadAccess'), new: words(isEnd ? action : 'revoked') } };
      }
      case 'owner':
        return {
          title: words(action === 'transferred' || action === 'removed' ? action : 'added', { person }),
        };
      case 'role': {
        const role = fieldOf(change, 'role');
        return {
          title: words('role', { person }),
          difference: diff(roleWord(role?.old), roleWord(role?.new), words('noRole')),
        };
      }
      case 'lock_out': {
        const until = fieldOf(change, 'until');
        const isSet = action === 'set' || action === 'changed';
        const key = action === 'removed' || action === 'expired' || action === 'changed' ? action : 'set';
        const title = words(`lockOut.${key}`, { reason: change.reason ?? '' });
        return { title: isSet && typeof until?.new === 'number' ? `${title} ${when(until.new)}` : title };
      }
    }
  }

  function reasonOf({ kind, reason }: DeviceChange): string | undefined {
    if (reason === null || kind === 'lock_out') return undefined;
    const access = ACCESS_REASONS.find((known) => known === reason);
    if (access) return words(`reason.${access}`);
    if (reason === 'superseded') return words('superseded');
    const ota = OtaError.options.find((known) => known === reason);
    if (kind === 'firmware') return ota ? t(`firmware.error.${ota}`) : words('unknownReason', { reason });
    return configReason(reason);
  }

  /** A reason of the board and the field that it refused. */
  function configReason(reason: string): string {
    const [code = '', field] = reason.split(' ');
    const known = CONFIG_REASONS.find((name) => name === code);
    const text = known ? t(`config.error.${known}`) : words('unknownReason', { reason: code });
    return field ? `${nameOf(field)}: ${text}` : text;
  }

  function outcome({ kind, status, created_at, finished_at }: DeviceChange): string | undefined {
    if (kind !== 'config' && kind !== 'firmware') return undefined;
    if (kind === 'firmware' && status === 'done' && finished_at !== null) {
      const seconds = Math.round(finished_at - created_at);
      const time = `${Math.floor(seconds / 60)}:${number(seconds % 60, { minimumIntegerDigits: 2 })}`;
      return words('installed', { time });
    }
    return words(`outcome.${kind}.${status}`);
  }

  return (change) => ({
    ...what(change),
    by: change.by
      ? { name: change.by.name, role: change.by.role }
      : words(`author.${change.kind === 'owner' || change.kind === 'role' ? change.kind : 'other'}`),
    outcome: outcome(change),
    reason: reasonOf(change),
    tone: toneOf(change),
    steps: change.steps.map(({ step, at }) => ({
      at,
      text: isStep(step) ? words(`step.${step}`) : step,
    })),
  });
}

/** A tag that is set warns; without an outcome there is nothing to praise. */
function toneOf({ kind, action, status }: DeviceChange): Tone {
  if (kind === 'lock_out') return action === 'set' || action === 'changed' ? 'wait' : 'off';
  return kind === 'config' || kind === 'firmware' ? TONES[status] : 'off';
}

const TONES = { pending: 'wait', done: 'run', refused: 'stop', failed: 'stop' } as const;

const CONFIG_REASONS = [
  'malformed',
  'too_large',
  'out_of_range',
  'min_not_below_max',
  'zero_span',
  'above_sensor',
  'not_saved',
] as const;

const STEPS = ['pump_stopped', 'board_restarted', 'pump_started'] as const;
const isStep = (step: string): step is (typeof STEPS)[number] => STEPS.some((known) => known === step);
