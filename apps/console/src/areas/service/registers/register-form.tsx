import type { RegisterRow } from '@manoboard/contract/device/diagnostics';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useMemo, useRef, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useDeviceName } from '../../../device/device-name.tsx';
import { useLockOut } from '../../../device/lock-out.ts';
import { LockOutNotice } from '../../../device/lock-out-notice.tsx';
import { toast } from '../../../lib/page/toast.ts';
import { DialogButtons } from '../../../ui/dialog.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import classes from './register-dialog.module.css';
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
    if (typeof outcome === 'string') void toast(`${row.label}: ${outcome}`, { kind: 'warning', device });
    else void toast(`${row.label}: ${outcomeText(outcome)}`, { device });
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
    <form ref={form} className="stack gap-6" onSubmit={send} noValidate>
      {!row.is_verified && <p className="text-md dim flush">{t('registers.unverified')}</p>}
      <OldValue register={register} formatWord={formatWord} />
      <TextInput
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
        <Button type="submit" color="red.8" disabled={!canWrite} loading={register.isSending}>
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
    <div className={classes.old} role="status">
      <span className="text-md dim flush">{t('oldValue')}</span>
      <span className={classes.value}>
        {isReading ? t('reading') : (readProblem ?? (old === null ? '–' : formatWord(old)))}
      </span>
      {!isReading && (
        <button type="button" className={classes.again} onClick={register.readAgain}>
          {t('readAgain')}
        </button>
      )}
    </div>
  );
}
