import type { Integration } from '@manoboard/contract/integration/integration';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { FormDialog } from '../../../lib/forms/form-dialog.tsx';
import { useConfirmation } from '../../../lib/forms/use-confirmation.ts';
import { Checkbox } from '../../../ui/field.tsx';
import { DeviceChecks } from '../device-checks.tsx';
import { changeIntegration } from './api.ts';

/** `null` is all devices of the user, also later ones. */
export type ChosenDevices = readonly string[] | null;

interface ChoiceProps {
  value: ChosenDevices;
  onChange: (value: ChosenDevices) => void;
}

/** The devices that a program reaches. */
export function DeviceChoice({ value, onChange }: ChoiceProps) {
  const t = useTranslations('integrations');
  return (
    <fieldset className="grid gap-3 [&_legend]:text-md [&_legend]:font-regular [&_legend]:mb-2">
      <legend>{t('devices')}</legend>
      <Checkbox
        label={t('allDevices')}
        checked={value === null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? null : [])}
      />
      {value !== null && (
        <DeviceChecks
          value={value}
          onChange={onChange}
          none={t('noDevices')}
          hint={value.length === 0 ? t('chooseOne') : undefined}
        />
      )}
    </fieldset>
  );
}

interface DialogProps {
  integration: Integration;
  onSaved: () => Promise<void>;
  onClose: () => void;
}

export function IntegrationDevicesDialog({
  integration: { id, name, devices },
  onSaved,
  onClose,
}: DialogProps) {
  const t = useTranslations();
  const [chosen, setChosen] = useState<ChosenDevices>(devices);
  const form = useConfirmation(async () => {
    await changeIntegration(id, { devices: chosen && [...chosen] });
    await onSaved();
    onClose();
  });
  return (
    <FormDialog
      title={t('integrations.devices')}
      subject={name}
      form={form}
      submit={t('integrations.saveDevices')}
      isDisabled={chosen?.length === 0}
      onClose={onClose}
    >
      <DeviceChoice value={chosen} onChange={setChosen} />
    </FormDialog>
  );
}
