import type { DeviceFirmware } from '@manoboard/contract/firmware/firmware-release';
import { useTranslations } from 'use-intl';
import { useDeviceName } from '../../../device/device-name.tsx';
import { QueryStates } from '../../../lib/http/query-states.tsx';
import { useClock } from '../../../lib/time/clock.ts';
import { Dialog, DialogText } from '../../../ui/dialog.tsx';
import { UpdateForm } from './update-form.tsx';
import { UpdateFailure, UpdateProgress, UpdateSuccess } from './update-outcome.tsx';
import { isUpdating, useFirmware } from './use-firmware.ts';

interface Props {
  deviceId: string;
  /** Users without the right see the progress only. */
  canUpdate: boolean;
  onClose: () => void;
}

/** R4.2, R4.10: the update runs on the server and continues when this dialog is closed. */
export function UpdateDialog({ deviceId, canUpdate, onClose }: Props) {
  const t = useTranslations();
  const query = useFirmware(deviceId);
  return (
    <Dialog
      title={t('deviceTools.update')}
      subject={useDeviceName(deviceId)}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <QueryStates query={query} failed={t('firmware.failedToLoad')} cards={1}>
        {(firmware) => (
          <Content
            deviceId={deviceId}
            firmware={firmware}
            canUpdate={canUpdate}
            refresh={() => void query.refetch()}
          />
        )}
      </QueryStates>
    </Dialog>
  );
}

/** How long the dialog shows the success of an ended update. */
const SUCCESS_SHOWN_S = 5 * 60;

interface ContentProps {
  deviceId: string;
  firmware: DeviceFirmware;
  canUpdate: boolean;
  refresh: () => void;
}

function Content({ deviceId, firmware, canUpdate, refresh }: ContentProps) {
  const t = useTranslations('firmware');
  const { update, available, version } = firmware;
  const endedAtS = update?.ended_at ?? null;
  const isRecent = useClock((nowS) => endedAtS !== null && nowS - endedAtS < SUCCESS_SHOWN_S);
  if (update && isUpdating(firmware)) return <UpdateProgress update={update} />;
  // A failure is shown until another version is installed, a success only while it is recent.
  const isOutcomeShown =
    update !== null && (update.is_success ? isRecent && update.version === version : available !== null);
  return (
    <>
      {isOutcomeShown && update.is_success && <UpdateSuccess update={update} />}
      {isOutcomeShown && !update.is_success && <UpdateFailure update={update} />}
      {available ? (
        <UpdateForm
          deviceId={deviceId}
          version={version}
          available={available}
          canUpdate={canUpdate}
          onStarted={refresh}
        />
      ) : (
        <DialogText>
          {t('newest')} {t('running')}: {version ?? t('unknownVersion')}.
        </DialogText>
      )}
    </>
  );
}
