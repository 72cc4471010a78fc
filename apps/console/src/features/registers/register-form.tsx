import type { RegisterRow } from '@manoboard/contract/diagnostics';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useMemo, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { DialogButtons } from '../../ui/dialog.tsx';
import { FormNotice } from '../../ui/form-notice.tsx';
import classes from './register-dialog.module.css';
import { registerScale } from './register-scale.ts';
import { type RegisterWrite, useRegisterWrite } from './use-register-write.ts';

interface Props {
  deviceId: string;
  row: RegisterRow;
  fcType: string | null;
}

/** The old value, the new one, and what the converter shows after the write. */
export function RegisterForm({ deviceId, row, fcType }: Props) {
  const t = useTranslations();
  const { number } = useFormatter();
  const [typed, setTyped] = useState('');
  const scale = useMemo(() => registerScale(fcType, row.address), [fcType, row.address]);
  const register = useRegisterWrite(deviceId, row.address);
  const word = scale.wordOf(typed);
  const digits = { minimumFractionDigits: scale.digits, maximumFractionDigits: scale.digits };
  const said = (value: number) => `${number(value, digits)} ${row.unit}`.trim();
  const canWrite = word !== undefined && register.old !== null && !register.isSending && !register.isReading;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (canWrite) void register.write(word);
  };
  return (
    <form className={classes.body} onSubmit={send} noValidate>
      {!row.is_verified && <p className={classes.quiet}>{t('registers.unverified')}</p>}
      <OldValue register={register} said={(old) => said(scale.valueOf(old))} />
      <TextInput
        label={t('registers.newValue')}
        description={t('registers.range', { least: said(scale.least), most: said(scale.most) })}
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        error={typed !== '' && word === undefined && t('registers.outOfRange')}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {register.problem && <FormNotice kind="problem">{register.problem}</FormNotice>}
      {register.written && (
        <FormNotice kind="success">
          {t('registers.written', {
            old: said(scale.valueOf(register.written.old)),
            wished: said(scale.valueOf(register.written.wished)),
            reported:
              register.written.reported === null
                ? t('common.notAvailable')
                : said(scale.valueOf(register.written.reported)),
          })}
        </FormNotice>
      )}
      <DialogButtons>
        <Button type="submit" color="red" disabled={!canWrite} loading={register.isSending}>
          {t('registers.write')}
        </Button>
      </DialogButtons>
    </form>
  );
}

function OldValue({ register, said }: { register: RegisterWrite; said: (word: number) => string }) {
  const t = useTranslations('registers');
  const { old, isReading, readProblem } = register;
  return (
    <div className={classes.old} role="status">
      <span className={classes.quiet}>{t('oldValue')}</span>
      <span className={classes.value}>
        {isReading ? t('reading') : (readProblem ?? (old === null ? '–' : said(old)))}
      </span>
      {!isReading && (
        <button type="button" className={classes.again} onClick={register.readAgain}>
          {t('readAgain')}
        </button>
      )}
    </div>
  );
}
