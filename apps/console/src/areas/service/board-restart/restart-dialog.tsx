import { recoveryCalls } from '@manoboard/contract/command/recovery.calls';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { sendCommand } from '../../../device/commands/send-command.ts';
import { useRefusalText } from '../../../device/commands/use-refusal-text.ts';
import { useUnreachable } from '../../../device/reach.ts';
import { useDevice } from '../../../device/use-device.ts';
import { useAction } from '../../../lib/http/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogButtons, DialogText } from '../../../ui/dialog.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { Spinner } from '../../../ui/spinner.tsx';

interface Props {
  deviceId: string;
  name: string;
  onClose: () => void;
}

const sendRestart = (deviceId: string) =>
  sendCommand(recoveryCalls.restartBoard, 'restart', {
    params: { deviceId },
    body: { what: 'restart', value: true },
  });

/** R5.9: explains the effects of a board restart, then shows its progress until the board is back. */
export function RestartDialog({ deviceId, name, onClose }: Props) {
  const t = useTranslations();
  const refusalText = useRefusalText();
  const unreachable = useUnreachable(deviceId);
  const { run, isSending, isDone, error } = useAction({ send: () => sendRestart(deviceId) });
  return (
    <Dialog
      title={t('boardRestart.title', { name })}
      closeLabel={t('common.close')}
      isSending={isSending}
      onClose={onClose}
    >
      <div aria-busy={isSending}>
        {!isDone && <DialogText>{t('boardRestart.what')}</DialogText>}
        {!isDone && <DialogText>{t('boardRestart.protection')}</DialogText>}
        {isSending && <Progress deviceId={deviceId} />}
        {isDone && <FormNotice kind="success">{t('boardRestart.done')}</FormNotice>}
        {error && <FormNotice kind="problem">{refusalText(error)}</FormNotice>}
        {!isSending && !isDone && !error && unreachable && unreachable !== 'unknown' && (
          <FormNotice kind="problem">{t(`control.${unreachable}`)}</FormNotice>
        )}
      </div>
      <DialogButtons>
        <Button variant="default" disabled={isSending} onClick={onClose} data-autofocus>
          {t(isDone ? 'common.close' : 'common.cancel')}
        </Button>
        {!isDone && (
          <Button
            icon={<IconRefresh size={18} stroke={1.8} aria-hidden />}
            disabled={isSending || unreachable !== undefined}
            onClick={() => void run()}
          >
            {t('boardRestart.submit')}
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  );
}

/** Command sent, accepted by the board, or board offline during the restart. */
function Progress({ deviceId }: { deviceId: string }) {
  const t = useTranslations('boardRestart');
  const step = useDevice(deviceId, ({ isOnline, commands }) => {
    if (isOnline === false) return 'away';
    return commands?.restart?.status === 'accepted' ? 'accepted' : 'sending';
  });
  return (
    <DialogText role="status">
      <Spinner size={14} /> {t(step)}
    </DialogText>
  );
}
