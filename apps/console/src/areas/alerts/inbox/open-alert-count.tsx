import { useTranslations } from 'use-intl';
import classes from './inbox-menu.module.css';
import { useOpenAlerts } from './use-open-alerts.ts';

/** A larger number does not fit into the badge. */
const MAX_SHOWN = 99;

/** How many alerts are open, beside the entry of the sidebar; red if one is critical. A file of its own: it loads lazily. */
export function OpenAlertCount() {
  const t = useTranslations('top');
  const open = useOpenAlerts();
  if (!open || open.all === 0) return null;
  return (
    <span className={classes.entryCount} data-alarm={open.alarms > 0 || undefined}>
      <span aria-hidden="true">{open.all > MAX_SHOWN ? `${MAX_SHOWN}+` : open.all}</span>
      <span className="vh">{t('openAlerts', { count: open.all })}</span>
    </span>
  );
}
