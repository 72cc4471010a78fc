import { IconPlayerStopFilled } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/button.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { usePumpSwitch } from './use-pump-switch.ts';

/** For dialogs that need the pump off: warns that it is on, and offers to stop it. */
export function StopOffer({ deviceId, name }: { deviceId: string; name: string }) {
  const t = useTranslations();
  const { position, block, isSending, isAwaiting, toggle } = usePumpSwitch(deviceId);
  if (position !== 'on') return null;
  return (
    <>
      <FormNotice kind="problem">{t('lockOut.dialog.isOn', { name })}</FormNotice>
      <Button
        variant="danger"
        size="touch"
        className="my-2.5"
        icon={<IconPlayerStopFilled size={18} aria-hidden />}
        disabled={block !== undefined || isSending || isAwaiting}
        onClick={() => toggle(false)}
      >
        {isSending || isAwaiting ? t('control.sending') : t('lockOut.dialog.stop', { name })}
      </Button>
    </>
  );
}
