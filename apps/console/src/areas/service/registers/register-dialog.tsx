import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useDeviceName } from '../../../device/device-name.tsx';
import { useRegisterName } from '../../../device/use-register-name.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Select } from '../../../ui/field.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { registersQuery } from './api.ts';
import { RegisterForm } from './register-form.tsx';

interface Props {
  deviceId: string;
  /** The initially selected register. */
  initial?: number;
  onClose: () => void;
}

/** R4.10 Set new value: offers only registers on the allow-list of the converter type. */
export function RegisterDialog({ deviceId, initial, onClose }: Props) {
  const t = useTranslations();
  const nameOf = useRegisterName();
  const { data, isPending } = useQuery(registersQuery(deviceId));
  const [chosen, setChosen] = useState(initial);
  const writable = data?.registers.filter((row) => row.is_writable) ?? [];
  const row = writable.find(({ address }) => address === chosen);
  return (
    <Dialog
      title={t('registers.title')}
      subject={useDeviceName(deviceId)}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <FormNotice kind="problem">{t('registers.warning')}</FormNotice>
        {writable.length === 0 ? (
          <p className="text-md text-dim" role="status">
            {isPending ? t('app.loading') : t(data ? 'registers.none' : 'registers.failed')}
          </p>
        ) : (
          <Select
            label={t('registers.register')}
            value={chosen ?? ''}
            onChange={(event) => setChosen(Number(event.currentTarget.value))}
            data-autofocus
          >
            <option value="" disabled>
              {t('registers.choose')}
            </option>
            {writable.map(({ address, label, name, text }) => (
              <option key={address} value={address}>
                {`${label} · ${nameOf(name, text)}`}
              </option>
            ))}
          </Select>
        )}
        {row && <RegisterForm key={row.address} deviceId={deviceId} row={row} />}
      </div>
    </Dialog>
  );
}
