import { IconCurrentLocation } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { usePosition } from '../lib/page/use-position.ts';
import { Button } from '../ui/button.tsx';

/** R4.17: orders a list by distance, or as before. Asks the browser only when it is pressed. */
export function DistanceButton({ className = '' }: { className?: string }) {
  const t = useTranslations('place');
  const { isPossible, state, locate, forget } = usePosition();
  if (!isPossible) return null;
  return (
    <span className={`inline-flex flex-wrap items-center gap-x-3 gap-y-1 ${className}`}>
      <Button
        variant={state === 'on' ? 'light' : 'default'}
        icon={<IconCurrentLocation size={18} stroke={1.7} aria-hidden />}
        aria-pressed={state === 'on'}
        loading={state === 'asking'}
        onClick={() => (state === 'on' ? forget() : void locate())}
      >
        {t('byDistance')}
      </Button>
      {(state === 'refused' || state === 'failed') && (
        <span className="text-sm text-dim" role="status">
          {t(`position.${state}`)}
        </span>
      )}
    </span>
  );
}
