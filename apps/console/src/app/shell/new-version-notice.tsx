import { IconRefresh } from '@tabler/icons-react';
import { useSelector } from '@tanstack/react-store';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { runningCommands, useUnsaved } from '../../lib/forms/unsaved.ts';
import { Button } from '../../ui/button.tsx';

/** Why the page must not reload now. */
function useObstacle() {
  const t = useTranslations('app');
  const unsaved = useUnsaved();
  const isCommandRunning = useSelector(runningCommands) > 0;
  if (unsaved) return t('updateUnsaved', { device: unsaved.name });
  return isCommandRunning ? t('updateCommand') : undefined;
}

/** The page reloads only on a click, and not while the reload would lose typed values or the outcome of a command. */
export function NewVersionNotice({ onReload }: { onReload: () => void }) {
  const t = useTranslations('app');
  const obstacle = useObstacle();
  const textId = useId();
  const [isHidden, setIsHidden] = useState(false);
  if (isHidden) return null;
  return (
    <section
      className="flex items-center flex-wrap gap-2.5 text-md text-ink rounded-lg bg-card border border-line-strong fixed px-4 py-3 inset-x-4 bottom-4 z-150 max-w-120 mx-auto shadow-card"
      aria-label={t('update')}
    >
      <IconRefresh className="flex-none" size={20} stroke={1.7} aria-hidden />
      <p id={textId} className="flex-[1_1_10rem]" role="status">
        {t('update')} {obstacle}
      </p>
      <div className="flex gap-2.5 ml-auto">
        <Button
          size="xs"
          aria-disabled={obstacle !== undefined}
          aria-describedby={textId}
          onClick={() => obstacle === undefined && onReload()}
        >
          {t('updateReload')}
        </Button>
        <Button size="xs" variant="default" onClick={() => setIsHidden(true)}>
          {t('updateLater')}
        </Button>
      </div>
    </section>
  );
}
