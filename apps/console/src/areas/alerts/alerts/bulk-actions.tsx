import type { Alert } from '@manoboard/contract/alert/alert';
import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import classes from './alerts-list.module.css';
import { ShelveMenu } from './shelve-menu.tsx';

interface Props {
  alerts: readonly Alert[];
  onResolve: () => void;
  onChanged: (alert: Alert) => void;
  onClear: () => void;
}

/** What can be done with the selected alerts of the list. */
export function BulkActions({ alerts, onResolve, onChanged, onClear }: Props) {
  const t = useTranslations('alerts');
  return (
    <section className={classes.bulk} aria-label={t('selected', { n: alerts.length })}>
      <strong role="status">{t('selected', { n: alerts.length })}</strong>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconCheck size={16} aria-hidden />}
        onClick={onResolve}
      >
        {t('resolveSelected')}
      </Button>
      <ShelveMenu alerts={alerts} onChanged={onChanged} />
      <button type="button" className={classes.clear} onClick={onClear}>
        {t('clearSelection')} <kbd>{t('escape')}</kbd>
      </button>
    </section>
  );
}
