import { useTranslations } from 'use-intl';
import { useOpenAlerts } from './use-open-alerts.ts';

/** A larger number does not fit into the badge. */
const MAX_SHOWN = 99;

/** How many alerts are open, beside the entry of the sidebar; red if one is critical. A file of its own: it loads lazily. */
export function OpenAlertCount() {
  const t = useTranslations('top');
  const open = useOpenAlerts();
  if (!open || open.all === 0) return null;
  return (
    <span
      className="text-xs font-bold rounded-lg ml-auto px-2 py-0.5 bg-wait-soft text-wait-ink in-[aside[data-minimized]]:absolute in-[aside[data-minimized]]:px-1 in-[aside[data-minimized]]:py-0 in-[aside[data-minimized]]:text-xs in-[aside[data-minimized]]:top-0.5 in-[aside[data-minimized]]:right-0.5 data-alarm:bg-stop-soft data-alarm:text-stop-ink"
      data-alarm={open.alarms > 0 || undefined}
    >
      <span aria-hidden="true">{open.all > MAX_SHOWN ? `${MAX_SHOWN}+` : open.all}</span>
      <span className="sr-only">{t('openAlerts', { count: open.all })}</span>
    </span>
  );
}
