import type { Integration } from '@manoboard/contract/integration/integration';
import { Checkbox } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { devicesQuery } from '../../../device/queries.ts';
import { FormDialog } from '../../../lib/forms/form-dialog.tsx';
import { useForm } from '../../../lib/forms/use-form.ts';
import { QueryStates } from '../../../lib/http/query-states.tsx';
import { dialogTextClass } from '../../../ui/dialog.tsx';
import { changeIntegration } from './api.ts';
import classes from './integrations.module.css';

/** `null` is all devices of the user, also later ones. */
export type ChosenDevices = readonly string[] | null;

interface ChoiceProps {
  value: ChosenDevices;
  onChange: (value: ChosenDevices) => void;
}

/** The devices that a program reaches. Devices that the user reaches only by a role are not among them. */
export function DeviceChoice({ value, onChange }: ChoiceProps) {
  const t = useTranslations('integrations');
  return (
    <fieldset className={classes.choice}>
      <legend>{t('devices')}</legend>
      <Checkbox
        label={t('allDevices')}
        checked={value === null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? null : [])}
      />
      {value !== null && <OwnDevices value={value} onChange={onChange} />}
    </fieldset>
  );
}

function OwnDevices({ value, onChange }: ChoiceProps & { value: readonly string[] }) {
  const t = useTranslations('integrations');
  const toggle = (id: string, isChosen: boolean) =>
    onChange(isChosen ? [...value, id] : value.filter((chosen) => chosen !== id));
  const query = useQuery(devicesQuery);
  return (
    <QueryStates query={query} empty={<p className={dialogTextClass}>{t('noDevices')}</p>}>
      {(devices) => (
        <>
          <div className={classes.devices}>
            {devices.map(({ id_dev, alias }) => (
              <Checkbox
                key={id_dev}
                label={alias ?? id_dev}
                description={alias === null ? undefined : id_dev}
                checked={value.includes(id_dev)}
                onChange={({ currentTarget }) => toggle(id_dev, currentTarget.checked)}
              />
            ))}
          </div>
          {value.length === 0 && <p className={dialogTextClass}>{t('chooseOne')}</p>}
        </>
      )}
    </QueryStates>
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
  const form = useForm({
    initial: {},
    validate: () => ({}),
    async send() {
      await changeIntegration(id, { devices: chosen && [...chosen] });
      await onSaved();
      onClose();
    },
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
