import {
  type FactorAdded,
  FactorName,
  type NewTotp,
  TotpConfirmation,
} from '@manoboard/contract/account/factor';
import { correction, generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { schemaErrors } from '../../../lib/forms/form-errors.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { HttpProblem } from '../../../lib/http/http-problem.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { addPasskey, confirmApp, startApp } from './api.ts';
import { CodeField } from './factor-step.tsx';

interface Props {
  onAdded: (added: FactorAdded) => void;
}

interface NameProps {
  initial: string;
  text?: string;
  /** What went wrong in a step after the name. */
  problem?: string | undefined;
  submit: string;
  send: (name: string) => Promise<unknown>;
}

/** Names the factor before it is added. */
function NameForm({ initial, text, problem, submit, send }: NameProps) {
  const t = useTranslations();
  const form = useForm({
    initial: { name: initial },
    validate: (values) => schemaErrors(FactorName, values),
    send: ({ name }) => send(name),
  });
  const shown = problem ?? form.problem;
  return (
    <Form onSubmit={form.onSubmit} isSending={form.isSending}>
      {text && <p className="text-sm text-dim wrap-anywhere">{text}</p>}
      {shown && <FormNotice kind="problem">{shown}</FormNotice>}
      <TextField
        {...form.text('name')}
        size="md"
        required
        withAsterisk={false}
        data-autofocus
        label={t('factor.name')}
        description={t('factor.nameHint')}
      />
      <Button type="submit" size="md" fullWidth disabled={form.isSending}>
        {form.isSending ? t('auth.sending') : submit}
      </Button>
    </Form>
  );
}

/** The name, then the dialog of the browser. */
export function AddPasskey({ onAdded }: Props) {
  const t = useTranslations('factor');
  const [hasFailed, setHasFailed] = useState(false);
  const add = async (name: string) => {
    setHasFailed(false);
    const added = await addPasskey(name).catch((error: unknown) => {
      if (error instanceof HttpProblem) throw error;
      setHasFailed(true);
    });
    if (added) onAdded(added);
  };
  return (
    <NameForm
      initial={t('defaultPasskey')}
      text={t('passkeyText')}
      problem={hasFailed ? t('passkeyFailed') : undefined}
      submit={t('passkeySubmit')}
      send={add}
    />
  );
}

/** The name, then the QR code and the first code of the app. */
export function AddApp({ onAdded }: Props) {
  const t = useTranslations('factor');
  const [totp, setTotp] = useState<NewTotp>();
  if (totp) return <FirstCode totp={totp} onAdded={onAdded} />;
  const start = async (name: string) => setTotp(await startApp(name));
  return <NameForm initial={t('defaultApp')} submit={t('next')} send={start} />;
}

/** Quiet zone that readers require, in modules. */
const QUIET = 4;

/** Drawn here: the secret leaves the page by no other way. */
function QrCode({ text, name }: { text: string; name: string }) {
  const code = generate(text, { minCorrectionLevel: correction.M });
  const width = code.size + 2 * QUIET;
  return (
    <svg
      className="block rounded-sm w-48 max-w-full mx-auto"
      viewBox={`0 0 ${width} ${width}`}
      role="img"
      aria-label={name}
    >
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
    <Form onSubmit={form.onSubmit} isSending={form.isSending}>
      <p className="text-sm text-dim wrap-anywhere">{t('factor.appScan')}</p>
      <QrCode text={totp.uri} name={t('factor.appQr')} />
      <p className="text-sm text-dim wrap-anywhere">
        {t('factor.appSecret')} <span className="font-mono wrap-anywhere">{totp.secret}</span>
      </p>
      {form.problem && <FormNotice kind="problem">{form.problem}</FormNotice>}
      <CodeField field={form.text('code')} inputMode="numeric" label={t('factor.code')} />
      <Button type="submit" size="md" fullWidth disabled={form.isSending}>
        {form.isSending ? t('auth.sending') : t('factor.appSubmit')}
      </Button>
    </Form>
  );
}
