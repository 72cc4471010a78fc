import type { AlertSettings } from '@manoboard/contract/alert/alert-settings';
import { RuleKind } from '@manoboard/contract/alert/rule-kind';
import { alertRules } from '@manoboard/domain/alerts/rules/alert-rules';

import { numbersOf } from '@manoboard/domain/alerts/rules/settings';
import { IconBellOff, IconChevronRight } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { Card } from '../../../ui/card.tsx';
import classes from './alert-rules.module.css';
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
      <button type="button" className={classes.rule} onClick={() => onOpen(kind)}>
        <span className="bold">{t(`alertRule.${kind}.title`)}</span>
        <span className={classes.tokens}>
          {isOff && (
            <span className={classes.token} data-off="">
              <IconBellOff size={14} stroke={1.8} aria-hidden />
              {t('rules.off')}
            </span>
          )}
          {numbersFirst(kind)
            .filter(([name]) => isShown(name))
            .map(([name, { initial }]) => {
              const amount = numbers[name] ?? initial;
              return (
                <span key={name} className={classes.token} data-changed={amount !== initial || undefined}>
                  {format.label(kind, name)}{' '}
                  <b className="ink bold nowrap">{format.value(kind, name, amount)}</b>
                  {amount !== initial && <span className="vh"> {t('rules.changed')}</span>}
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
      <p className={classes.quiet}>{t('intro')}</p>
      <LastChange atS={changed_at} by={changed_by} />
      <ul className="stack bare no-marks margin-5-0-0">
        {RuleKind.options.map((kind) => (
          <RuleRow key={kind} kind={kind} settings={settings} onOpen={onOpen} />
        ))}
      </ul>
    </Card>
  );
}
