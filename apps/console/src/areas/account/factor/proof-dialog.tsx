import type { Proof } from '@manoboard/contract/account/factor';
import { IconFingerprint } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { FormDialog } from '../../../lib/forms/form-dialog.tsx';
import { useForm } from '../../../lib/forms/use-form.ts';
import { HttpProblem } from '../../../lib/http/http-problem.ts';
import { Button } from '../../../ui/button.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { prove, proveByPasskey, readProofOptions } from './api.ts';
import { canUsePasskeys } from './can-use-passkeys.ts';
import { CodeField } from './factor-step.tsx';

interface Props {
  /** True after the proof; the request that needed it is then repeated. */
  onSettled: (isProved: boolean) => void;
}

type Options = Awaited<ReturnType<typeof readProofOptions>>;
type Way = 'password' | 'code' | 'recovery_code';

/** The ways of an account with a second factor begin with it: changes of factors accept nothing else. */
function waysOf(options: Options): Way[] {
  if (!options?.has_factor) return ['password'];
  return [...(options.has_totp ? (['code'] as const) : []), 'recovery_code', 'password'];
}

const toProof = (way: Way, value: string): Proof =>
  way === 'password' ? { current_password: value } : { [way]: value };

/** Requests the password or a second factor again, for ten minutes. */
export function ProofDialog({ onSettled }: Props) {
  const t = useTranslations();
  const [options, setOptions] = useState<Options | null>(null);
  const [way, setWay] = useState<Way>('password');
  useEffect(() => {
    // Without an answer the password is asked.
    const show = (answer: Options) => {
      setOptions(answer);
      setWay(waysOf(answer)[0] ?? 'password');
    };
    readProofOptions().then(show, () => show(undefined));
  }, []);
  const form = useForm({
    initial: { value: '' },
    validate: ({ value }) => (value.trim() === '' ? { value: 'validation.required' as const } : {}),
    send: async ({ value }) => {
      if (await prove(toProof(way, value))) onSettled(true);
    },
    fieldOfCode: { CURRENT_PASSWORD_WRONG: 'value', FACTOR_WRONG: 'value' },
  });
  if (options === null) return null;
  const names = {
    password: t('factor.proof.usePassword'),
    code: t('factor.step.useCode'),
    recovery_code: t('factor.step.useRecovery'),
  };
  const choose = (next: Way) => {
    setWay(next);
    form.fill({ value: '' });
  };
  return (
    <FormDialog
      title={t('factor.proof.title')}
      form={form}
      text={t('factor.proof.lead')}
      submit={t('factor.proof.submit')}
      onClose={() => onSettled(false)}
    >
      {options?.passkey && canUsePasskeys() && (
        <PasskeyProof options={options.passkey} onProved={() => onSettled(true)} />
      )}
      {way === 'password' ? (
        <PasswordField
          {...form.text('value')}
          label={t('factor.proof.password')}
          showLabel={t('auth.showPassword')}
          hideLabel={t('auth.hidePassword')}
          autoComplete="current-password"
          data-autofocus
          required
          withAsterisk={false}
        />
      ) : (
        <CodeField
          field={form.text('value')}
          inputMode={way === 'code' ? 'numeric' : 'text'}
          label={t(way === 'code' ? 'factor.code' : 'factor.step.recovery')}
        />
      )}
      {waysOf(options)
        .filter((other) => other !== way)
        .map((other) => (
          <Button key={other} variant="subtle" size="compact-sm" onClick={() => choose(other)}>
            {names[other]}
          </Button>
        ))}
    </FormDialog>
  );
}

interface PasskeyProps {
  options: NonNullable<NonNullable<Options>['passkey']>;
  onProved: () => void;
}

function PasskeyProof({ options, onProved }: PasskeyProps) {
  const t = useTranslations('factor.step');
  const [state, setState] = useState<'idle' | 'sending' | 'failed'>('idle');
  const send = async () => {
    setState('sending');
    try {
      if (await proveByPasskey(options)) onProved();
    } catch (error) {
      setState('failed');
      if (error instanceof HttpProblem) return;
    }
  };
  return (
    <Button
      variant="default"
      disabled={state === 'sending'}
      icon={<IconFingerprint size={18} stroke={1.7} aria-hidden />}
      onClick={() => void send()}
    >
      {t(state === 'failed' ? 'passkeyFailed' : 'usePasskey')}
    </Button>
  );
}
