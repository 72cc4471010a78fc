import { IconArrowUp } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/button.tsx';

/** New alerts wait behind a button: no row moves by itself. */
export function NewAlerts({ count, onShow }: { count: number; onShow: () => void }) {
  const t = useTranslations('alerts');
  return (
    <div role="status">
      {count > 0 && (
        <Button
          className="mb-3"
          variant="light"
          icon={<IconArrowUp size={16} aria-hidden />}
          onClick={onShow}
        >
          {t('showNew', { n: count })}
        </Button>
      )}
    </div>
  );
}
