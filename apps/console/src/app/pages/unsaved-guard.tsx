import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import type { OverviewSearch } from '../../device/device-search.ts';
import { useUnsaved } from '../../lib/forms/unsaved.ts';
import { session } from '../../lib/http/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogButtons, DialogText } from '../../ui/dialog.tsx';

/** R3.8: an expired session cannot save; the draft is kept for the next login. */
const hasSession = () => session.isMarked();

/** A dialog above the form changes the history entry, but not the page or the device. */
const leavesForm: ShouldBlockFn = ({ current, next }) => {
  const [from, to] = [current.search, next.search] as OverviewSearch[];
  const isSameForm =
    current.pathname === next.pathname && from?.device === to?.device && from?.tool === to?.tool;
  return hasSession() && !isSameForm;
};

/** R4.11: asks for confirmation before navigation, a reload or closing the tab discards unsaved changes. */
export function UnsavedGuard() {
  const t = useTranslations();
  const unsaved = useUnsaved();
  const { proceed, reset } = useBlocker({
    shouldBlockFn: leavesForm,
    enableBeforeUnload: hasSession,
    disabled: unsaved === null,
    withResolver: true,
  });
  if (!unsaved || !proceed) return null;
  const leave = () => {
    unsaved.discard();
    proceed();
  };
  return (
    <Dialog title={t('config.unsaved.title')} closeLabel={t('common.close')} onClose={reset}>
      <DialogText>{t('config.unsaved.question', { device: unsaved.name })}</DialogText>
      <DialogButtons>
        <Button variant="default" onClick={leave}>
          {t('config.unsaved.leave')}
        </Button>
        <Button onClick={reset} data-autofocus>
          {t('config.unsaved.stay')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
