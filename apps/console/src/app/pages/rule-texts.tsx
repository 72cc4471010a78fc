import type { ReactNode } from 'react';
import { useRuleFields } from '../../areas/alerts/alert-rules/use-rule-fields.ts';
import { FieldTexts } from '../../areas/history/activity/use-field-text.ts';
import { areaTexts } from '../../lib/texts/area-texts.tsx';

export const RuleTexts = areaTexts('alert-rules', 'alert-settings');

const Provided = ({ children }: { children: ReactNode }) => (
  <FieldTexts value={useRuleFields()}>{children}</FieldTexts>
);

/** Changes of alert settings in a timeline by the words of the rules, instead of the names of their fields. */
export const WithRuleFields = ({ children, waiting }: { children: ReactNode; waiting?: ReactNode }) => (
  <RuleTexts waiting={waiting}>
    <Provided>{children}</Provided>
  </RuleTexts>
);
