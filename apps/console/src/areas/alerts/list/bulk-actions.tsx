import type { Alert } from '@manoboard/contract/alert/alert';
import { IconCheck } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/button.tsx';
import { ShelveMenu } from '../one/shelve-menu.tsx';

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
    <section
      className="flex items-center flex-wrap text-md rounded-md sticky gap-y-2.5 gap-x-4 px-4 py-2.5 top-[calc(var(--spacing-header)_+_0.5rem)] z-5 mb-3 border border-accent [background:linear-gradient(var(--accent-soft),var(--accent-soft)),var(--card)]"
      aria-label={t('selected', { n: alerts.length })}
    >
      <strong role="status">{t('selected', { n: alerts.length })}</strong>
      <Button size="xs" variant="default" icon={<IconCheck size={16} aria-hidden />} onClick={onResolve}>
        {t('resolveSelected')}
      </Button>
      <ShelveMenu alerts={alerts} onChanged={onChanged} />
      <button
        type="button"
        className="cursor-pointer ml-auto min-h-8 pointer-coarse:min-h-11"
        onClick={onClear}
      >
        {t('clearSelection')}{' '}
        <kbd className="px-1 py-0.5 rounded-sm bg-card inset-ring inset-ring-line-strong text-xs ml-1 max-sm:hidden">
          {t('escape')}
        </kbd>
      </button>
    </section>
  );
}
