import type { Device } from '@manoboard/contract/device';
import { AddDevice } from '@manoboard/contract/device-access';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { type FieldErrors, schemaErrors } from '../../lib/form-errors.ts';
import type { HttpProblemCode } from '../../lib/http-problem.ts';
import { useSendForm } from '../../lib/use-send-form.ts';
import { addDevice } from './api.ts';
import { type AddValues, claimFor, type Scanned, toAdded } from './scanned.ts';

const NOTHING: AddValues = { id_dev: '', password: '', alias: '' };

function errorsOf(values: AddValues): FieldErrors<keyof AddValues> {
  if (values.id_dev.trim() === '') return { id_dev: 'validation.required' };
  return schemaErrors(AddDevice, values);
}

/** What these refusals mean here, with what to do next; the others say it themselves. */
const EXPLAINED = ['DEVICE_NOT_FOUND', 'DEVICE_OFFLINE', 'DEVICE_HAS_OWNER'] as const;
const isExplained = (code: HttpProblemCode | undefined): code is (typeof EXPLAINED)[number] =>
  EXPLAINED.some((one) => one === code);

interface Settings {
  /** Devices that the user has already. */
  knownIds: readonly string[];
  onAdded: (device: Device) => void | Promise<void>;
}

/** R4.1 */
export function useAddDevice({ knownIds, onAdded }: Settings) {
  const t = useTranslations('addDevice.refused');
  const [scanned, setScanned] = useState<Scanned>();
  const form = useSendForm<AddValues>({
    initial: NOTHING,
    validate: errorsOf,
    send: async (values) => {
      const device = await addDevice(toAdded(values, scanned));
      if (device) await onAdded(device);
    },
    fieldOfCode: { DEVICE_PASSWORD_WRONG: 'password' },
  });
  const { refusedBy, values } = form;
  const isYours = knownIds.includes(values.id_dev.trim().toUpperCase());
  const explained = isExplained(refusedBy)
    ? t(isYours && refusedBy === 'DEVICE_HAS_OWNER' ? 'yours' : refusedBy)
    : undefined;

  return {
    ...form,
    problem: explained ?? form.problem,
    /** The label whose device the field still names. */
    scanned: scanned?.id_dev === values.id_dev ? scanned : undefined,
    hasCode: claimFor(values, scanned) !== undefined,
    takeLabel(label: Scanned) {
      setScanned(label);
      // A code that was typed for another board would beat the one that was read.
      form.fill({ id_dev: label.id_dev, ...(label.claim && { password: '' }) });
    },
  };
}
