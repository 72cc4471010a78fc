import { RuleKind } from '@manoboard/contract/alert/kinds';
import type { FleetActionKind } from '@manoboard/contract/fleet/fleet-action';
import { alertRules } from '@manoboard/domain/alerts/rules/alert-rules';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogButtons, DialogText } from '../../../ui/dialog.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { SelectField } from '../../../ui/select-field.tsx';

import { NumberField } from './number-field.tsx';
import { numbersFirst } from './use-rule-format.ts';

interface Props {
  subject: string;
  onApply: (action: FleetActionKind) => void;
  onClose: () => void;
}

const initialOf = (kind: RuleKind) =>
  Object.fromEntries(
    Object.entries(alertRules[kind].thresholds).map(([name, { initial }]) => [name, initial]),
  );

/** The numbers of one rule for many devices; their other rules stay. */
export function BulkRule({ subject, onApply, onClose }: Props) {
  const t = useTranslations();
  const [rule, setRule] = useState<RuleKind>('dry_run');
  const [numbers, setNumbers] = useState<Record<string, number | undefined>>(initialOf('dry_run'));
  const [isOn, setIsOn] = useState(true);
  const known = Object.entries(numbers).filter((entry): entry is [string, number] => entry[1] !== undefined);
  const isComplete = known.length === Object.keys(numbers).length;
  return (
    <Dialog title={t('fleet.bulk.rule')} subject={subject} closeLabel={t('common.close')} onClose={onClose}>
      <DialogText>{t('fleet.bulk.ruleText')}</DialogText>
      <div className="grid gap-4">
        <SelectField
          label={t('fleet.bulk.ruleName')}
          value={rule}
          options={RuleKind.options.map((kind) => ({ value: kind, label: t(`alertRule.${kind}.title`) }))}
          onChange={(kind) => {
            setRule(kind);
            setNumbers(initialOf(kind));
          }}
        />
        <Segmented
          label={t('fleet.bulk.ruleOn')}
          value={isOn ? 'on' : 'off'}
          options={(['on', 'off'] as const).map((value) => ({ value, label: t(`rules.${value}`) }))}
          isDisabled={false}
          onChange={(value) => setIsOn(value === 'on')}
        />
        {isOn &&
          numbersFirst(rule).map(([name, threshold]) => (
            <NumberField
              key={`${rule} ${name}`}
              kind={rule}
              name={name}
              threshold={threshold}
              today={threshold.initial}
              value={numbers[name] ?? threshold.initial}
              isReadOnly={false}
              onChange={(value) => setNumbers((before) => ({ ...before, [name]: value }))}
              onCommit={() => {}}
            />
          ))}
      </div>
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button
          disabled={!isComplete}
          onClick={() =>
            onApply({ kind: 'alert_rule', rule, numbers: Object.fromEntries(known), is_on: isOn })
          }
        >
          {t('fleet.bulk.apply')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
