import type { ReactNode } from 'react';
import { useRuleFields } from '../../areas/alerts/alert-rules/use-rule-fields.ts';
import { FieldTexts } from '../../areas/history/activity/use-field-text.ts';
import { areaTexts, textFiles } from '../../lib/texts/area-texts.tsx';
import { ruleTexts } from './alert-parts.tsx';

export const RuleTexts = areaTexts(
  ruleTexts,
  textFiles(
    () => import('@manoboard/i18n/sk/alert-settings.json'),
    () => import('@manoboard/i18n/gb/alert-settings.json'),
  ),
);

const Provided = ({ children }: { children: ReactNode }) => (
  <FieldTexts value={useRuleFields()}>{children}</FieldTexts>
);

/** Changes of alert settings in a timeline by the words of the rules, instead of the names of their fields. */
export const WithRuleFields = ({ children, waiting }: { children: ReactNode; waiting?: ReactNode }) => (
  <RuleTexts waiting={waiting}>
    <Provided>{children}</Provided>
  </RuleTexts>
);
