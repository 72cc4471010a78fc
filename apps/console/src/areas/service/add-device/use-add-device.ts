import type { Device } from '@manoboard/contract/device/device';
import { AddDevice } from '@manoboard/contract/device/device-access';
import { deviceAccessCalls } from '@manoboard/contract/device/device-access.calls';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { type FieldErrors, schemaErrors } from '../../../lib/forms/form-errors.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { request } from '../../../lib/http/http.ts';
import { HttpProblem, type HttpProblemCode } from '../../../lib/http/http-problem.ts';
import { type AddValues, claimFor, type DeviceLabel, toAddDevice } from './device-label.ts';

const EMPTY: AddValues = { id_dev: '', password: '', alias: '' };

const idOf = ({ id_dev }: AddValues) => id_dev.trim().toUpperCase();

function errorsOf(values: AddValues, isCodeMissing: boolean): FieldErrors<keyof AddValues> {
  if (values.id_dev.trim() === '') return { id_dev: 'validation.required' };
  const errors = schemaErrors<keyof AddValues>(AddDevice, values);
  return isCodeMissing ? { ...errors, password: 'problem.DEVICE_PASSWORD_REQUIRED' } : errors;
}

const CODE_REFUSALS: readonly unknown[] = ['DEVICE_PASSWORD_REQUIRED', 'DEVICE_PASSWORD_WRONG'];

/** Refusals with a form-specific message that names the next step. */
const EXPLAINED = ['DEVICE_NOT_FOUND', 'DEVICE_OFFLINE', 'DEVICE_HAS_OWNER'] as const;
const isExplained = (code: HttpProblemCode | undefined): code is (typeof EXPLAINED)[number] =>
  EXPLAINED.some((one) => one === code);

interface Settings {
  /** IDs of the devices that the user already has. */
  knownIds: readonly string[];
  onAdded: (device: Device) => void | Promise<void>;
}

/** R4.1 */
export function useAddDevice({ knownIds, onAdded }: Settings) {
  const t = useTranslations('addDevice.refused');
  const [scanned, setScanned] = useState<DeviceLabel>();
  /** The device that the server refused without its claim code. */
  const [idNeedingCode, setIdNeedingCode] = useState<string>();
  const form = useForm<AddValues>({
    initial: EMPTY,
    validate: (values) => {
      const hasCode = values.password.trim() !== '' || claimFor(values, scanned) !== undefined;
      return errorsOf(values, idOf(values) === idNeedingCode && !hasCode);
    },
    send: async (values) => {
      const body = toAddDevice(values, scanned);
      const device = await request(deviceAccessCalls.addDevice, { body }).catch((error: unknown) => {
        if (error instanceof HttpProblem && CODE_REFUSALS.includes(error.code))
          setIdNeedingCode(idOf(values));
        throw error;
      });
      if (device) await onAdded(device);
    },
    fieldOfCode: { DEVICE_PASSWORD_REQUIRED: 'password', DEVICE_PASSWORD_WRONG: 'password' },
  });
  const { problemCode, values } = form;
  const isYours = knownIds.includes(idOf(values));
  const explained = isExplained(problemCode)
    ? t(isYours && problemCode === 'DEVICE_HAS_OWNER' ? 'yours' : problemCode)
    : undefined;

  return {
    ...form,
    problem: explained ?? form.problem,
    /** The scanned label, while the ID field still matches it. */
    scanned: scanned?.id_dev === values.id_dev ? scanned : undefined,
    /** The server requested a code once: the field stays visible, in both languages. */
    isCodeRequested: idNeedingCode !== undefined,
    isCodeNeeded: idOf(values) === idNeedingCode,
    isCodeRefused: CODE_REFUSALS.includes(problemCode),
    hasCode: claimFor(values, scanned) !== undefined,
    applyLabel(label: DeviceLabel) {
      setScanned(label);
      // A typed code takes precedence, so a code typed for another board is cleared.
      form.fill({ id_dev: label.id_dev, ...(label.claim && { password: '' }) });
    },
  };
}
