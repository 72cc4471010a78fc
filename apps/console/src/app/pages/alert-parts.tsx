import { areaTexts, textFiles } from '../../lib/texts/area-texts.tsx';

export const alertTexts = textFiles(
  () => import('@manoboard/i18n/sk/alerts.json'),
  () => import('@manoboard/i18n/gb/alerts.json'),
);
export const AlertTexts = areaTexts(alertTexts);
/** Texts for taking an alert and for the work list. */
export const workTexts = textFiles(
  () => import('@manoboard/i18n/sk/work.json'),
  () => import('@manoboard/i18n/gb/work.json'),
);
export const WorkTexts = areaTexts(alertTexts, workTexts);

export const ruleTexts = textFiles(
  () => import('@manoboard/i18n/sk/alert-rules.json'),
  () => import('@manoboard/i18n/gb/alert-rules.json'),
);
