import { IconDropletFilled } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';

export function Brand({ isMarkOnly = false }: { isMarkOnly?: boolean }) {
  const t = useTranslations('app');
  return (
    <span className="inline-flex items-center gap-3 text-ink text-lg font-bold tracking-tight whitespace-nowrap">
      <span className="grid place-items-center flex-none size-8 rounded-md text-white [background:linear-gradient(150deg,var(--accent-500),var(--accent-700))]">
        <IconDropletFilled size={19} aria-hidden />
      </span>
      <span className={isMarkOnly ? 'sr-only' : undefined}>{t('name')}</span>
    </span>
  );
}
