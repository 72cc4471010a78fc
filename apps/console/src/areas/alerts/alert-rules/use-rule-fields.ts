import type { ChangeValue } from '@manoboard/contract/activity/device-change';
import { RuleKind } from '@manoboard/contract/alert/kinds';

import { useTranslations } from 'use-intl';
import { useRuleFormat } from './use-rule-format.ts';

const ESCALATION = ['alarm_minutes', 'warning_minutes', 'delegates', 'technicians'] as const;

/** `alerts.leak` is the switch of a rule, `alerts.leak.afterS` a number of it, `escalation.delegates` a setting. */
function parse(path: string) {
  const [area, first, name] = path.split('.');
  return {
    kind: area === 'alerts' ? RuleKind.options.find((known) => known === first) : undefined,
    setting: area === 'escalation' ? ESCALATION.find((known) => known === first) : undefined,
    name,
  };
}

/** Names and values of alert settings in the timeline; undefined for other fields. */
export function useRuleFields() {
  const t = useTranslations();
  const format = useRuleFormat();
  return {
    nameOf(path: string): string | undefined {
      const { kind, setting, name } = parse(path);
      if (setting) return t(`escalation.field.${setting}`);
      if (!kind) return undefined;
      const title = t(`alertRule.${kind}.title`);
      return name ? `${title}: ${format.label(kind, name)}` : title;
    },
    textOf(path: string, value: ChangeValue): string | undefined {
      const { kind, setting, name } = parse(path);
      if (!kind && !setting) return undefined;
      if (typeof value === 'boolean') return t(value ? 'rules.on' : 'rules.off');
      if (typeof value !== 'number') return t('escalation.never');
      return kind && name ? format.value(kind, name, value) : format.duration(60 * value);
    },
  };
}
