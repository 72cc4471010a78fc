import { useTranslations } from 'use-intl';
import { usePlannedTry, useTryMoment, useTryText } from '../../../device/planned-try.ts';
import { Dialog, DialogText } from '../../../ui/dialog.tsx';
import { RetryButtons } from './retry-buttons.tsx';

interface Props {
  deviceId: string;
  name: string;
  onStart: () => void;
  onClose: () => void;
}

/** R5.11: the switch of a pump that waits for a try has two meanings, so it asks which one. */
export function RetryDialog({ deviceId, name, onStart, onClose }: Props) {
  const t = useTranslations();
  const momentText = useTryMoment();
  const planned = usePlannedTry(deviceId);
  const text = useTryText(deviceId);
  const title = planned ? t('pump.retry.waiting', { when: momentText(planned.atS) }) : t('pump.title');
  return (
    <Dialog title={title} subject={name} closeLabel={t('common.close')} isAtPhoneBottom onClose={onClose}>
      <DialogText>{text ?? t('pump.retry.ended')}</DialogText>
      {planned && <RetryButtons deviceId={deviceId} onStart={onStart} />}
    </Dialog>
  );
}
