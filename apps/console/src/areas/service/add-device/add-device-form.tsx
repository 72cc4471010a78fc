import type { Device } from '@manoboard/contract/device/device';
import { DEFAULT_LOCALE } from '@manoboard/contract/locales';
import { IconWifi } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../../lib/texts/use-language.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import type { DeviceLabel } from './device-label.ts';
import { QrScan } from './qr-scan.tsx';
import { useAddDevice } from './use-add-device.ts';

interface Props {
  knownIds: readonly string[];
  onAdded: (device: Device) => void | Promise<void>;
}

/** R4.1: Slovak shows the code and the alias field; English shows the code field only after the server requests it. */
export function AddDeviceForm(props: Props) {
  const t = useTranslations();
  const isSlovak = useLanguage() === DEFAULT_LOCALE;
  const added = useAddDevice(props);
  const { isSending, problem, problemCode, text, scanned, hasCode, isCodeNeeded, isCodeRefused } = added;
  const password = useRef<HTMLInputElement>(null);
  const send = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isCodeRefused) password.current?.focus();
  }, [isCodeRefused]);

  const onLabel = (label: DeviceLabel) => {
    added.applyLabel(label);
    send.current?.focus();
  };
  return (
    <Form onSubmit={added.onSubmit} isSending={isSending}>
      <QrScan onLabel={onLabel} />
      {scanned && (
        <FormNotice kind="success">
          {t(hasCode ? 'addDevice.readWithCode' : 'addDevice.read', { id: scanned.id_dev })}
        </FormNotice>
      )}
      <p className="flex items-center gap-3 text-md text-dim before:flex-1 before:bg-line before:h-px after:flex-1 after:bg-line after:h-px">
        {t('addDevice.or')}
      </p>
      <TextField
        {...text('id_dev')}
        label={t('addDevice.id')}
        description={t('addDevice.idHint')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
        withAsterisk={false}
      />
      {(isSlovak || added.isCodeRequested) && (
        <PasswordField
          {...text('password')}
          ref={password}
          label={t('addDevice.password')}
          description={t(
            (hasCode && 'addDevice.passwordRead') ||
              (isCodeNeeded ? 'addDevice.passwordNeeded' : 'addDevice.passwordHint'),
          )}
          required={isCodeNeeded && !hasCode}
          withAsterisk={false}
          showLabel={t('addDevice.showPassword')}
          hideLabel={t('addDevice.hidePassword')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      )}
      {isSlovak && (
        <TextField
          {...text('alias')}
          label={t('addDevice.alias')}
          description={t('addDevice.aliasHint')}
          autoComplete="off"
        />
      )}
      {problem && <FormNotice kind="problem">{problem}</FormNotice>}
      <Button ref={send} type="submit" size="md" disabled={isSending}>
        {isSending ? t('auth.sending') : t('addDevice.submit')}
      </Button>
      <WifiHelp isOpen={problemCode === 'DEVICE_OFFLINE'} />
    </Form>
  );
}

/** R4.1: only a board that is connected to Wi-Fi can be added. */
function WifiHelp({ isOpen }: { isOpen: boolean }) {
  const t = useTranslations('addDevice.wifi');
  return (
    <details className="text-md border-t border-line leading-normal pt-3" open={isOpen}>
      <summary className="flex items-center gap-2.5 font-medium cursor-pointer min-h-10">
        <IconWifi className="flex-none text-dim" size={18} stroke={1.7} aria-hidden />
        {t('title')}
      </summary>
      <ol className="grid gap-1.5 list-decimal mt-1.5 pl-5 text-dim">
        <li>{t('power')}</li>
        <li>{t('network')}</li>
        <li>{t('signal')}</li>
        <li>{t('again')}</li>
      </ol>
    </details>
  );
}
