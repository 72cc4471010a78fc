import type { AlertSettings } from '@manoboard/contract/alert/alert-settings';
import { RuleKind } from '@manoboard/contract/alert/rule-kind';
import { alertRules } from '@manoboard/domain/alerts/rules/alert-rules';

import { numbersOf } from '@manoboard/domain/alerts/rules/settings';
import { IconBellOff, IconChevronRight } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { Card } from '../../../ui/card.tsx';
import { LastChange } from './last-change.tsx';
import { numbersFirst, useRuleFormat } from './use-rule-format.ts';

interface Props {
  settings: AlertSettings;
  onOpen: (kind: RuleKind) => void;
}

/** How long a condition must have ended is a detail of the rule. */
const isShown = (name: string) => name !== 'clearAfterS';

function RuleRow({ kind, settings, onOpen }: Props & { kind: RuleKind }) {
  const t = useTranslations();
  const format = useRuleFormat();
  const numbers = numbersOf(kind, alertRules[kind].thresholds, settings);
  const isOff = settings.off.includes(kind);
  return (
    <li>
      <button
        type="button"
        className="grid items-center gap-y-2 gap-x-4 text-ink w-full border-t border-line cursor-pointer p-2 text-left grid-cols-[minmax(0,16rem)_minmax(0,1fr)_auto] min-h-12 max-md:grid-cols-[minmax(0,1fr)_auto] hover:bg-inset"
        onClick={() => onOpen(kind)}
      >
        <span className="font-semibold">{t(`alertRule.${kind}.title`)}</span>
        <span className="flex flex-wrap gap-y-1 gap-x-2 max-md:row-start-2 max-md:col-span-full">
          {isOff && (
            <span
              className="inline-flex items-center gap-1 text-sm text-dim rounded-md bg-inset px-2.5 py-0.5 data-changed:bg-accent-soft data-off:text-ink data-off:font-semibold"
              data-off=""
            >
              <IconBellOff size={14} stroke={1.8} aria-hidden />
              {t('rules.off')}
            </span>
          )}
          {numbersFirst(kind)
            .filter(([name]) => isShown(name))
            .map(([name, { initial }]) => {
              const amount = numbers[name] ?? initial;
              return (
                <span
                  key={name}
                  className="inline-flex items-center gap-1 text-sm text-dim rounded-md bg-inset px-2.5 py-0.5 data-changed:bg-accent-soft data-off:text-ink data-off:font-semibold"
                  data-changed={amount !== initial || undefined}
                >
                  {format.label(kind, name)}{' '}
                  <b className="font-semibold text-ink whitespace-nowrap">
                    {format.value(kind, name, amount)}
                  </b>
                  {amount !== initial && <span className="sr-only"> {t('rules.changed')}</span>}
                </span>
              );
            })}
        </span>
        <IconChevronRight size={18} stroke={1.8} aria-hidden />
      </button>
    </li>
  );
}

/** Every rule with its numbers for this device. */
export function RuleList({ settings, onOpen }: Props) {
  const t = useTranslations('rules');
  const { changed_at, changed_by } = settings;
  return (
    <Card aria-labelledby="rules-title">
      <h3 id="rules-title">{t('list')}</h3>
      <p className="text-dim text-md mt-1">{t('intro')}</p>
      <LastChange atS={changed_at} by={changed_by} />
      <ul className="grid mt-3">
        {RuleKind.options.map((kind) => (
          <RuleRow key={kind} kind={kind} settings={settings} onOpen={onOpen} />
        ))}
      </ul>
    </Card>
  );
}
