import type { FirmwareUpdate } from '@manoboard/contract/firmware/firmware-release';
import { useTranslations } from 'use-intl';
import { DialogText } from '../../../ui/dialog.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { UpdateWarnings } from './update-warnings.tsx';

interface Props {
  update: FirmwareUpdate;
}

/** R4.2: percent and step, as the board reports them. */
export function UpdateProgress({ update }: Props) {
  const t = useTranslations('firmware');
  const { status, percent, from_version, version, started_by } = update;
  return (
    <>
      <p className="text-xl tabular-nums mb-3">
        {from_version ?? t('unknownVersion')} <span aria-hidden="true">→</span> <strong>{version}</strong>
      </p>
      <ProgressBar label={t('progress')} percent={percent} />
      <p className="flex justify-between gap-4 text-md mt-2 mb-4">
        <span role="status">{t(`status.${status}`)}</span>
        <span className="tabular-nums tracking-tight">{t('percent', { n: percent })}</span>
      </p>
      {status === 'UPDATED' && <FormNotice kind="success">{t('success')}</FormNotice>}
      <UpdateWarnings />
      <DialogText>
        {t('canClose')} {started_by && t('by', { name: started_by })}
      </DialogText>
    </>
  );
}

export function UpdateSuccess({ update }: Props) {
  const t = useTranslations('firmware');
  return (
    <div className="mb-4">
      <FormNotice kind="success">
        {t('success')} {t('back', { version: update.version })}
      </FormNotice>
    </div>
  );
}

export function UpdateFailure({ update }: Props) {
  const t = useTranslations('firmware');
  const { status, error } = update;
  return (
    <div className="mb-4">
      <FormNotice kind="problem">
        {t(status === 'ROLLED_BACK' ? 'status.ROLLED_BACK' : 'status.FAILED')} {error && t(`error.${error}`)}{' '}
        {t('support')}
      </FormNotice>
    </div>
  );
}
