import type { RegisterRow } from '@manoboard/contract/device/diagnostics';
import { type FormEvent, useMemo, useRef, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useDeviceName } from '../../../device/device-name.tsx';
import { useLockOut } from '../../../device/lock-out.ts';
import { LockOutNotice } from '../../../device/lock-out-notice.tsx';
import { toast } from '../../../lib/page/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogButtons } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { registerScale } from './register-scale.ts';
import { type RegisterWrite, useRegisterWrite, type Written } from './use-register-write.ts';

interface Props {
  deviceId: string;
  row: RegisterRow;
}

/** Formats values of the register in its unit. */
function useRegisterFormat(row: RegisterRow) {
  const t = useTranslations();
  const { number } = useFormatter();
  const scale = useMemo(() => registerScale(row), [row]);
  const digits = { minimumFractionDigits: scale.digits, maximumFractionDigits: scale.digits };
  const format = (value: number) => `${number(value, digits)} ${row.unit}`.trim();
  const formatWord = (word: number) => format(scale.valueOf(word));
  return {
    wordOf: scale.wordOf,
    range: t('registers.range', { least: format(scale.least), most: format(scale.most) }),
    formatWord,
    outcomeText: ({ old, requested, reported }: Written) =>
      t('registers.written', {
        old: formatWord(old),
        wished: formatWord(requested),
        reported: reported === null ? t('common.notAvailable') : formatWord(reported),
      }),
  };
}

/** Old value, new value, and the value read back after the write. */
export function RegisterForm({ deviceId, row }: Props) {
  const t = useTranslations();
  const [typed, setTyped] = useState('');
  const device = useDeviceName(deviceId);
  const { wordOf, range, formatWord, outcomeText } = useRegisterFormat(row);
  const form = useRef<HTMLFormElement>(null);
  const register = useRegisterWrite(deviceId, row.address, (outcome) => {
    // After the dialog was closed a toast shows the outcome.
    if (form.current) return;
    if (typeof outcome === 'string') toast(`${row.label}: ${outcome}`, { kind: 'warning', device });
    else toast(`${row.label}: ${outcomeText(outcome)}`, { device });
  });
  const lockOut = useLockOut(deviceId);
  const word = wordOf(typed);
  const isReady = register.old !== null && !register.isSending && !register.isReading;
  const canWrite = word !== undefined && isReady && lockOut === null;
  function send(event: FormEvent) {
    event.preventDefault();
    if (canWrite) register.write(word);
  }
  return (
    <form ref={form} className="grid gap-4" onSubmit={send} noValidate>
      {!row.is_verified && <p className="text-md text-dim">{t('registers.unverified')}</p>}
      <OldValue register={register} formatWord={formatWord} />
      <TextField
        label={t('registers.newValue')}
        description={range}
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        error={typed !== '' && word === undefined && t('registers.outOfRange')}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <LockOutNotice tag={lockOut} />
      {register.problem && <FormNotice kind="problem">{register.problem}</FormNotice>}
      {register.written && <FormNotice kind="success">{outcomeText(register.written)}</FormNotice>}
      <DialogButtons>
        <Button type="submit" variant="danger" disabled={!canWrite} loading={register.isSending}>
          {t('registers.write')}
        </Button>
      </DialogButtons>
    </form>
  );
}

function OldValue({
  register,
  formatWord,
}: {
  register: RegisterWrite;
  formatWord: (word: number) => string;
}) {
  const t = useTranslations('registers');
  const { old, isReading, readProblem } = register;
  return (
    <div
      className="border border-line rounded-md bg-inset grid items-center gap-y-0.5 gap-x-3 px-4 py-3 grid-cols-[minmax(0,1fr)_auto]"
      role="status"
    >
      <span className="text-md text-dim">{t('oldValue')}</span>
      <span className="tabular-nums font-semibold row-start-2">
        {isReading ? t('reading') : (readProblem ?? (old === null ? '–' : formatWord(old)))}
      </span>
      {!isReading && (
        <TextButton className="[grid-area:1/2/3]" onClick={register.readAgain}>
          {t('readAgain')}
        </TextButton>
      )}
    </div>
  );
}
