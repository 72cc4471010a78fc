import type { Device } from '@manoboard/contract/device/device';
import { DEFAULT_LOCALE } from '@manoboard/contract/locales';
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
import { WifiHelp } from './wifi-help.tsx';

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
