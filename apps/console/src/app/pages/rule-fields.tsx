import type { ChangeValue } from '@manoboard/contract/activity/device-change';
import type { ReactNode } from 'react';
import { useRuleFields } from '../../areas/alerts/alert-rules/use-rule-fields.ts';
import { FieldTexts } from '../../areas/history/activity/use-field-text.ts';
import { usePumpFields } from '../../areas/service/pump-card/use-pump-text.ts';

/** Changes of alert settings and of the pump card in a timeline by their words, instead of the names of their fields. */
export function WithRuleFields({ children }: { children: ReactNode }) {
  const rules = useRuleFields();
  const pump = usePumpFields();
  const texts = {
    nameOf: (path: string) => pump.nameOf(path) ?? rules.nameOf(path),
    textOf: (path: string, value: ChangeValue) => pump.textOf(path, value) ?? rules.textOf(path, value),
  };
  return <FieldTexts value={texts}>{children}</FieldTexts>;
}
