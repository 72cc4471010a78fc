import type { ChangeValue, DeviceChange, FieldChange } from '@manoboard/contract/activity/device-change';
import { VisitNews } from '@manoboard/contract/alert/visit';
import { OtaError } from '@manoboard/contract/mqtt/firmware';
import { useFormatter, useTranslations } from 'use-intl';
import { useLanguage } from '../../../lib/texts/use-language.ts';
import { usePersonName } from '../../../lib/texts/use-person-name.ts';
import type { Tone } from '../../../ui/tone.ts';
import type { Difference, EntryText } from './entry-text.ts';
import { useFieldText } from './use-field-text.ts';

/** Reasons for which the server changes or ends access by itself. */
const ACCESS_REASONS = ['passed_on', 'owner_gone', 'level_lost'] as const;

const DAY = { day: 'numeric', month: 'numeric', year: 'numeric', timeZone: 'UTC' } as const;

const MOMENT = {
  day: 'numeric',
  month: 'numeric',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
} as const;

/** The outcome of a change, and why it has this one. */
function useOutcomeText() {
  const t = useTranslations();
  const timeline = useTranslations('timeline');
  const { number } = useFormatter();
  const { nameOf } = useFieldText();

  function reasonOf({ kind, reason }: DeviceChange): string | undefined {
    if (reason === null || kind === 'lock_out') return undefined;
    const access = ACCESS_REASONS.find((known) => known === reason);
    if (access) return timeline(`reason.${access}`);
    if (isByBoard({ kind, reason })) return undefined;
    if (reason === 'superseded') return timeline('superseded');
    const ota = OtaError.options.find((known) => known === reason);
    if (kind === 'firmware') return ota ? t(`firmware.error.${ota}`) : timeline('unknownReason', { reason });
    return configReason(reason);
  }

  /** The board's reason code and, after a blank, the field that it rejected. */
  function configReason(reason: string): string {
    const [code = '', field] = reason.split(' ');
    const known = CONFIG_REASONS.find((name) => name === code);
    const text = known ? t(`config.error.${known}`) : timeline('unknownReason', { reason: code });
    return field ? `${nameOf(field)}: ${text}` : text;
  }

  function outcome(change: DeviceChange): string | undefined {
    const { kind, status, created_at, finished_at } = change;
    if ((kind !== 'config' && kind !== 'firmware') || serverSettings(change)) return undefined;
    if (kind === 'firmware' && status === 'done' && finished_at !== null) {
      const seconds = Math.round(finished_at - created_at);
      const time = `${Math.floor(seconds / 60)}:${number(seconds % 60, { minimumIntegerDigits: 2 })}`;
      return timeline('installed', { time });
    }
    return timeline(`outcome.${kind}.${status}`);
  }

  return { reasonOf, outcome };
}

/** R5.7b: the text of a device change: title, old and new value, author, outcome. */
export function useChangeText(): (change: DeviceChange) => EntryText {
  const t = useTranslations();
  const timeline = useTranslations('timeline');
  const { dateTime } = useFormatter();
  const { nameOf, textOf } = useFieldText();
  const { reasonOf, outcome } = useOutcomeText();

  const endText = (seconds: ChangeValue) =>
    typeof seconds === 'number'
      ? timeline('until', { end: dateTime(new Date(seconds * 1000), MOMENT) })
      : timeline('noEnd');
  const personName = usePersonName();
  const rightsUntil = (level: ChangeValue, seconds: ChangeValue) =>
    timeline('rights', { level: String(level ?? 'full'), end: endText(seconds) });
  const language = useLanguage();
  const fieldOf = ({ fields }: DeviceChange, name: string): FieldChange | undefined =>
    fields.find(({ field }) => field === name);
  const diff = (old: ChangeValue | undefined, next: ChangeValue | undefined, none: string): Difference => ({
    old: old == null ? none : String(old),
    new: next == null ? none : String(next),
  });
  const roleName = (role: ChangeValue | undefined) => {
    if (role === 'Super Seller' || role === 'Seller' || role === 'Technician') return t(`role.${role}`);
    return role ?? null;
  };

  function describe(change: DeviceChange): Pick<EntryText, 'title' | 'difference' | 'table'> {
    const { action, fields } = change;
    const person = change.person ? personName(change.person.name) : timeline('somebody');
    const end = fieldOf(change, 'expires_at');
    switch (change.kind) {
      case 'name': {
        const alias = fieldOf(change, 'alias');
        return { title: timeline('name'), difference: diff(alias?.old, alias?.new, timeline('noName')) };
      }
      case 'firmware': {
        const version = fieldOf(change, 'version');
        return {
          title: timeline('firmware'),
          difference: diff(version?.old, version?.new, t('firmware.unknownVersion')),
        };
      }
      case 'config':
        if (serverSettings(change) === 'recipient')
          return {
            title: timeline('recipient'),
            difference: diff(fields[0]?.old, fields[0]?.new, timeline('nobody')),
          };
        return {
          title: timeline(serverSettings(change) ?? 'config', { n: fields.length }),
          table: fields.map(({ field, ...values }) => ({
            name: nameOf(field),
            old: textOf(field, values.old),
            new: textOf(field, values.new),
          })),
        };
      case 'access': {
        const way = fieldOf(change, 'way');
        if (way)
          return { title: timeline(action === 'added' ? 'invited' : 'uninvited', { way: `${way.new}` }) };
        const title = timeline('access', { person });
        const level = fieldOf(change, 'level');
        const granted = rightsUntil(level?.new ?? null, end?.new ?? null);
        if (action === 'granted') return { title, difference: { old: timeline('noAccess'), new: granted } };
        if (action === 'changed' && level && level.old !== level.new)
          return { title, difference: { old: rightsUntil(level.old, end?.old ?? null), new: granted } };
        if (action === 'changed')
          return { title, difference: { old: endText(end?.old ?? null), new: endText(end?.new ?? null) } };
        const isEnd = action === 'left' || action === 'expired';
        return {
          title,
          difference: { old: timeline('hadAccess'), new: timeline(isEnd ? action : 'revoked') },
        };
      }
      case 'owner':
        return {
          title: timeline(action === 'transferred' || action === 'removed' ? action : 'added', { person }),
        };
      case 'role': {
        const role = fieldOf(change, 'role');
        return {
          title: timeline('role', { person }),
          difference: diff(roleName(role?.old), roleName(role?.new), timeline('noRole')),
        };
      }
      case 'alert': {
        const what = `${fieldOf(change, `alert.${language}`)?.new ?? ''}`;
        return { title: timeline(action === 'reopened' ? 'reopened' : 'resolved', { what }) };
      }
      case 'visit': {
        const day = fieldOf(change, 'day');
        const dayText = (value: ChangeValue | undefined) =>
          value == null ? '' : dateTime(new Date(`${value}T12:00:00Z`), DAY);
        const news = VisitNews.options.find((known) => known === action) ?? 'agreed';
        return {
          title: timeline(`visit.${news}`, { person, day: dayText(day?.new ?? day?.old) }),
          ...(news === 'moved' && { difference: { old: dayText(day?.old), new: dayText(day?.new) } }),
        };
      }
      case 'lock_out': {
        const until = fieldOf(change, 'until');
        const isSet = action === 'set' || action === 'changed';
        const key = action === 'removed' || action === 'expired' || action === 'changed' ? action : 'set';
        const title = timeline(`lockOut.${key}`, { reason: change.reason ?? '' });
        return { title: isSet && typeof until?.new === 'number' ? `${title} ${endText(until.new)}` : title };
      }
    }
  }

  return (change) => ({
    ...describe(change),
    by: change.by
      ? { name: personName(change.by.name), role: change.by.role }
      : timeline(`author.${authorOf(change)}`),
    outcome: outcome(change),
    reason: reasonOf(change),
    tone: toneOf(change),
    steps: change.steps.map(({ step, at }) => ({
      at,
      text: isStep(step) ? timeline(`step.${step}`) : step,
    })),
  });
}

/** The board reported other values of its pump. */
const isByBoard = ({ kind, reason }: Pick<DeviceChange, 'kind' | 'reason'>) =>
  kind === 'config' && reason === 'board';

/** The cause of a change that no user made. */
function authorOf(change: DeviceChange): 'owner' | 'role' | 'board' | 'other' {
  if (isByBoard(change)) return 'board';
  return change.kind === 'owner' || change.kind === 'role' ? change.kind : 'other';
}

/** Settings of the server: the board does not apply them, so they have no outcome. */
function serverSettings({
  fields: [first],
}: DeviceChange): 'rules' | 'escalation' | 'zone' | 'pump' | 'place' | 'recipient' | undefined {
  if (first?.field === 'recipient') return 'recipient';
  if (first?.field === 'zone') return 'zone';
  if (first?.field.startsWith('alerts.')) return 'rules';
  if (first?.field.startsWith('pump.')) return 'pump';
  if (first?.field.startsWith('place.')) return 'place';
  return first?.field.startsWith('escalation.') ? 'escalation' : undefined;
}

/** A set lock-out tag is a warning. Only configuration and firmware changes have an outcome. */
function toneOf(change: DeviceChange): Tone {
  const { kind, action, status } = change;
  if (serverSettings(change)) return 'off';
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
