import {
  type FactorAdded,
  FactorName,
  type NewTotp,
  TotpConfirmation,
} from '@manoboard/contract/account/factor';
import { Button, TextInput } from '@mantine/core';
import { correction, generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { schemaErrors } from '../../../lib/forms/form-errors.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { HttpProblem } from '../../../lib/http/http-problem.ts';
import classes from '../../../ui/form.module.css';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { addPasskey, confirmApp, startApp } from './api.ts';
import own from './factor.module.css';
import { CodeField } from './factor-step.tsx';

interface Props {
  onAdded: (added: FactorAdded) => void;
}

const nameField = { size: 'md', required: true, withAsterisk: false, 'data-autofocus': true } as const;

/** The name, then the dialog of the browser. */
export function AddPasskey({ onAdded }: Props) {
  const t = useTranslations();
  const [hasFailed, setHasFailed] = useState(false);
  const form = useForm({
    initial: { name: t('factor.defaultPasskey') },
    validate: (values) => schemaErrors(FactorName, values),
    send: async ({ name }) => {
      setHasFailed(false);
      const added = await addPasskey(name).catch((error: unknown) => {
        if (error instanceof HttpProblem) throw error;
        setHasFailed(true);
      });
      if (added) onAdded(added);
    },
  });
  const problem = hasFailed ? t('factor.passkeyFailed') : form.problem;
  return (
    <form className={classes.form} onSubmit={form.onSubmit} noValidate aria-busy={form.isSending}>
      <p className={own.quiet}>{t('factor.passkeyText')}</p>
      {problem && <FormNotice kind="problem">{problem}</FormNotice>}
      <TextInput
        {...form.text('name')}
        {...nameField}
        label={t('factor.name')}
        description={t('factor.nameHint')}
      />
      <Button type="submit" size="md" fullWidth disabled={form.isSending}>
        {form.isSending ? t('auth.sending') : t('factor.passkeySubmit')}
      </Button>
    </form>
  );
}

/** The name, then the QR code and the first code of the app. */
export function AddApp({ onAdded }: Props) {
  const t = useTranslations();
  const [totp, setTotp] = useState<NewTotp>();
  const form = useForm({
    initial: { name: t('factor.defaultApp') },
    validate: (values) => schemaErrors(FactorName, values),
    send: async ({ name }) => setTotp(await startApp(name)),
  });
  if (totp) return <FirstCode totp={totp} onAdded={onAdded} />;
  return (
    <form className={classes.form} onSubmit={form.onSubmit} noValidate aria-busy={form.isSending}>
      {form.problem && <FormNotice kind="problem">{form.problem}</FormNotice>}
      <TextInput
        {...form.text('name')}
        {...nameField}
        label={t('factor.name')}
        description={t('factor.nameHint')}
      />
      <Button type="submit" size="md" fullWidth disabled={form.isSending}>
        {form.isSending ? t('auth.sending') : t('factor.next')}
      </Button>
    </form>
  );
}

/** Quiet zone that readers require, in modules. */
const QUIET = 4;

/** Drawn here: the secret leaves the page by no other way. */
function QrCode({ text, name }: { text: string; name: string }) {
  const code = generate(text, { minCorrectionLevel: correction.M });
  const width = code.size + 2 * QUIET;
  return (
    <svg className={own.qr} viewBox={`0 0 ${width} ${width}`} role="img" aria-label={name}>
      <rect width={width} height={width} fill="#fff" />
      <path transform={`translate(${QUIET} ${QUIET})`} d={toSvgPath(code)} shapeRendering="crispEdges" />
    </svg>
  );
}

function FirstCode({ totp, onAdded }: Props & { totp: NewTotp }) {
  const t = useTranslations();
  const form = useForm({
    initial: { code: '' },
    validate: (values) => schemaErrors(TotpConfirmation, values),
    send: async ({ code }) => {
      const added = await confirmApp(totp.id, code);
      if (added) onAdded(added);
    },
    fieldOfCode: { FACTOR_WRONG: 'code' },
  });
  return (
    <form className={classes.form} onSubmit={form.onSubmit} noValidate aria-busy={form.isSending}>
      <p className={own.quiet}>{t('factor.appScan')}</p>
      <QrCode text={totp.uri} name={t('factor.appQr')} />
      <p className={own.quiet}>
        {t('factor.appSecret')} <span className={own.secret}>{totp.secret}</span>
      </p>
      {form.problem && <FormNotice kind="problem">{form.problem}</FormNotice>}
      <CodeField field={form.text('code')} label={t('factor.code')} />
      <Button type="submit" size="md" fullWidth disabled={form.isSending}>
        {form.isSending ? t('auth.sending') : t('factor.appSubmit')}
      </Button>
    </form>
  );
}
