import type { AlertSettings } from '@manoboard/contract/alert/alert-settings';
import { RuleKind, rowOfKind } from '@manoboard/contract/alert/kinds';
import { alertRules } from '@manoboard/domain/alerts/rules/alert-rules';
import { RULE_GROUPS } from '@manoboard/domain/alerts/rules/rule';
import { numbersOf } from '@manoboard/domain/alerts/rules/settings';
import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { Card } from '../../../ui/card.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { LastChange } from './last-change.tsx';
import { numbersFirst, useRuleFormat } from './use-rule-format.ts';
import { countsQuery, useSaveRule } from './use-save-rule.ts';

interface Props {
  deviceId: string;
  settings: AlertSettings;
  canConfigure: boolean;
  onOpen: (kind: RuleKind) => void;
}

const numbersIn = (kind: RuleKind, settings: AlertSettings) =>
  numbersOf(kind, alertRules[kind].thresholds, settings);

/** Numbers that differ from their defaults. */
function changedNumbers(kind: RuleKind, settings: AlertSettings) {
  const numbers = numbersIn(kind, settings);
  return numbersFirst(kind).filter(([name, { initial }]) => (numbers[name] ?? initial) !== initial);
}
const isException = (kind: RuleKind, settings: AlertSettings) =>
  settings.off.includes(kind) || changedNumbers(kind, settings).length > 0;

interface RowProps extends Props {
  kind: RuleKind;
  /** Unknown while it loads, and on a server without the call. */
  counted: { days: number; count: number } | undefined;
  save: ReturnType<typeof useSaveRule>;
}

/** One sentence: what, how bad, after how long; then the numbers that are not the recommended ones. */
function RuleRow({ kind, settings, canConfigure, onOpen, counted, save }: RowProps) {
  const t = useTranslations();
  const format = useRuleFormat();
  const id = useId();
  const numbers = numbersIn(kind, settings);
  const isOff = settings.off.includes(kind);
  const afterS = numbers.afterS ?? 0;
  return (
    <li className="flex items-center gap-3 border-t border-line first:border-t-0">
      <button
        type="button"
        className="grid items-center gap-x-3 text-ink min-w-0 flex-1 cursor-pointer py-2 text-left grid-cols-[minmax(0,1fr)_auto_auto] min-h-12 rounded-sm hover:bg-inset"
        onClick={() => onOpen(kind)}
      >
        <span className="text-md min-w-0 wrap-anywhere">
          <span className="font-semibold" id={id}>
            {t(`alertRule.${kind}.title`)}
          </span>
          <span className="text-dim">
            {' – '}
            {isOff ? (
              <b className="text-ink">{t('rules.off')}</b>
            ) : (
              t(`rules.raises.${alertRules[kind].severity}`)
            )}
            {!isOff && afterS > 0 && (
              <>
                {' – '}
                <span className="whitespace-nowrap">
                  {t('rules.after', { time: format.duration(afterS) })}
                </span>
              </>
            )}
          </span>
          {rowOfKind(kind).hasMeaning && (
            <small className="block text-sm text-dim">{t(`rules.means.${kind as 'meter_jump'}`)}</small>
          )}
          {changedNumbers(kind, settings).map(([name, { initial }]) => (
            <small key={name} className="block text-sm text-link">
              {format.label(kind, name)}{' '}
              <b className="font-semibold">{format.value(kind, name, numbers[name] ?? initial)}</b>{' '}
              {t('rules.instead', { initial: format.value(kind, name, initial) })}
            </small>
          ))}
        </span>
        <span className="text-sm text-dim whitespace-nowrap tabular-nums max-sm:col-start-1 max-sm:row-start-2">
          {counted && counted.count > 0 && (
            <>
              {t('rules.inDays', { days: counted.days })}{' '}
              <b className="text-ink font-semibold">{t('rules.times', { n: counted.count })}</b>
            </>
          )}
        </span>
        <IconChevronRight className="text-dim" size={18} stroke={1.8} aria-hidden />
      </button>
      {canConfigure && (
        <Switch
          position={isOff ? 'off' : 'on'}
          isDisabled={save.isSaving}
          isStale={false}
          labelledBy={id}
          describedBy="rules-hint"
          onChange={(isOn) => save.save({ kind, numbers, isOn })}
        />
      )}
    </li>
  );
}

/** Rules whose numbers were changed or that are off first, then the others by what they are about. */
export function RuleList(props: Props) {
  const { deviceId, settings } = props;
  const t = useTranslations('rules');
  const save = useSaveRule(deviceId);
  const { data } = useQuery(countsQuery(deviceId));
  const countOf = (kind: RuleKind) =>
    data && { days: data.days, count: data.counts.find((row) => row.kind === kind)?.count ?? 0 };
  const isOwn = (kind: RuleKind) => isException(kind, settings);
  const groups = [
    { name: 'exceptions', kinds: RuleKind.options.filter(isOwn) },
    ...RULE_GROUPS.map((name) => ({
      name,
      kinds: RuleKind.options.filter((kind) => alertRules[kind].group === name && !isOwn(kind)),
    })),
  ] as const;
  return (
    <>
      <div className="grid gap-1">
        <h3 id="rules-title">{t('list')}</h3>
        <p className="text-dim text-md" id="rules-hint">
          {t('intro')}
        </p>
        <LastChange atS={settings.changed_at} by={settings.changed_by} />
        {save.problem && <FormNotice kind="problem">{save.problem}</FormNotice>}
      </div>
      <div className="grid gap-gutter grid-cols-1 content-start xl:grid-cols-2 xl:items-start">
        {groups.map(
          ({ name, kinds }) =>
            kinds.length > 0 && (
              <Card
                key={name}
                aria-labelledby={`rules-${name}`}
                className={name === 'exceptions' ? 'xl:col-span-full' : undefined}
              >
                <h4 className="text-md font-semibold mb-1.5" id={`rules-${name}`}>
                  {t(`group.${name}`)}
                </h4>
                <ul>
                  {kinds.map((kind) => (
                    <RuleRow key={kind} {...props} kind={kind} counted={countOf(kind)} save={save} />
                  ))}
                </ul>
              </Card>
            ),
        )}
      </div>
    </>
  );
}
