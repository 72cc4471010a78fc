import { Link } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import type { AlertTarget, TargetLink } from '../../areas/alerts/alerts/alert-target.ts';
import { paths } from '../../lib/page/paths.ts';
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

function searchOf(target: Exclude<AlertTarget, { to: 'list' | 'alert' }>) {
  const device = { device: target.deviceId };
  if (target.to === 'device') return device;
  if (target.to === 'timeline') return { ...device, tool: 'timeline' as const, at: target.atS };
  if (target.to === 'alerts') return { ...device, tool: 'alerts' as const };
  if (target.to === 'rules') return { ...device, tool: 'rules' as const, view: target.kind };
  return { ...device, tool: 'graphs' as const, view: `${target.fromS}-${target.toS}` };
}

/** A link to a place that an alert leads to. */
export function AlertTargetLink({ target, label, ...rest }: ComponentProps<TargetLink>): ReactNode {
  const link = { ...rest, 'aria-label': label };
  if (target.to === 'list') return <Link to={paths.myAlerts} {...link} />;
  if (target.to === 'alert') return <Link to={paths.alert} params={{ id: `${target.id}` }} {...link} />;
  return <Link to={paths.overview} search={searchOf(target)} {...link} />;
}
