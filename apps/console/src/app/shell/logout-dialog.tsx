import { useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { unsubscribeBrowser } from '../../areas/alerts/notifications/browser-push.ts';
import { useUnsaved } from '../../lib/forms/unsaved.ts';
import { logout } from '../../lib/http/http.ts';
import { session } from '../../lib/http/session.ts';
import { useAction } from '../../lib/http/use-action.ts';
import { paths } from '../../lib/page/paths.ts';
import { Button } from '../../ui/button.tsx';
import { DialogTitle, Modal } from '../../ui/dialog.tsx';

/** R1.5: clears local state before the request; if the logout fails, the login page shows a notice. */
async function endSession(): Promise<{ logoutFailed: boolean }> {
  // The next user of this browser must not see notifications of this one, also if the request fails.
  void unsubscribeBrowser();
  try {
    const { status } = await session.end(logout);
    return { logoutFailed: status >= 400 && status !== 401 };
  } catch {
    return { logoutFailed: true };
  }
}

export function LogoutDialog({ onStay }: { onStay: () => void }) {
  const t = useTranslations();
  const navigate = useNavigate();
  const unsaved = useUnsaved();
  const { run: leave, isSending } = useAction({
    send: async () => {
      unsaved?.discard();
      await navigate({ to: paths.login, state: await endSession() });
    },
  });
  return (
    <Modal onClose={onStay} className="sm:[&>*]:max-w-110">
      <div className="p-6.5">
        <DialogTitle>{t('top.logoutTitle')}</DialogTitle>
        <p className="mt-2 mb-6">
          {unsaved && `${t('top.logoutUnsaved', { device: unsaved.name })} `}
          {t('top.logoutConfirm')}
        </p>
        <div className="flex flex-wrap gap-2.5 justify-end">
          <Button variant="default" onClick={onStay} disabled={isSending}>
            {t('common.cancel')}
          </Button>
          <Button onClick={() => void leave()} disabled={isSending} data-autofocus>
            {t('top.logout')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
