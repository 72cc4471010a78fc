import type { AnyUser } from '@manoboard/contract/account/any-user';
import { IconDownload } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useHistoryDialog } from '../../../lib/forms/use-history-dialog.ts';
import { useAction } from '../../../lib/http/use-action.ts';
import { useProblemToast } from '../../../lib/http/use-problem-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { SectionHead } from '../../../ui/section-head.tsx';
import { downloadOwnData } from './api.ts';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';

const DIALOG = 'delete-account';

interface Props {
  user: AnyUser;
  /** The account is deleted and the session of this browser has ended. */
  onDeleted: () => Promise<void>;
}

/** R3.5: the file with the user's data, and the deletion of the account. */
export function DataCard({ user, onDeleted }: Props) {
  const t = useTranslations();
  const { opened, open, close } = useHistoryDialog(user.email);
  const { run: load, isSending: isLoading } = useAction({
    send: downloadOwnData,
    onFailed: useProblemToast(),
  });
  return (
    <Card aria-labelledby="data-title">
      <SectionHead id="data-title" title={t('profile.data.title')} />
      <p className="text-md text-dim leading-normal mb-4">{t('profile.data.lead')}</p>
      <div className="flex items-center flex-wrap justify-between gap-y-2 gap-x-4">
        <Button
          variant="default"
          size="sm"
          icon={<IconDownload size={17} stroke={1.8} aria-hidden />}
          aria-disabled={isLoading}
          onClick={() => void load()}
        >
          {t(isLoading ? 'profile.data.exporting' : 'profile.data.export')}
        </Button>
        <button
          type="button"
          className="cursor-pointer text-md font-semibold min-h-9 text-stop-ink pointer-coarse:min-h-11 hover:underline"
          onClick={() => open(DIALOG)}
        >
          {t('profile.data.remove')}
        </button>
      </div>
      {opened === DIALOG && <DeleteAccountDialog user={user} onClose={close} onDeleted={onDeleted} />}
    </Card>
  );
}
