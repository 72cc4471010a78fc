import type { LoginStep } from '@manoboard/contract/account/login';
import { IconFingerprint } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useForm } from '../../../lib/forms/use-form.ts';
import { HttpProblem } from '../../../lib/http/http-problem.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Form, UnderForm } from '../../../ui/form.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { Heading } from '../../../ui/heading.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { CheckField } from '../auth/check-field.tsx';
import { answerStep, logInByFactor } from './api.ts';

interface Props {
  step: LoginStep;
  onLoggedIn: () => void;
  onBack: () => void;
}

type Way = 'passkey' | 'code' | 'recovery_code';

/** The second step of a login. */
export function FactorStep({ step, onLoggedIn, onBack }: Props) {
  const t = useTranslations('factor.step');
  const ways = [
    ...(step.passkey ? (['passkey'] as const) : []),
    ...(step.has_totp ? (['code'] as const) : []),
    ...(step.has_recovery_codes ? (['recovery_code'] as const) : []),
  ];
  const [way, setWay] = useState<Way>(ways[0] ?? 'recovery_code');
  const names = { passkey: t('usePasskey'), code: t('useCode'), recovery_code: t('useRecovery') };
  return (
    <div className="grid grid-cols-1 gap-4">
      <Heading title={t('title')} text={t('lead')} />
      <WayForm key={way} way={way} step={step} onLoggedIn={onLoggedIn} onStartAgain={onBack} />
      {ways
        .filter((other) => other !== way)
        .map((other) => (
          <Button key={other} variant="default" size="md" fullWidth onClick={() => setWay(other)}>
            {names[other]}
          </Button>
        ))}
      <UnderForm>
        <TextButton onClick={onBack}>{t('back')}</TextButton>
      </UnderForm>
      <p className="text-sm text-dim wrap-anywhere text-center">{t('lost')}</p>
    </div>
  );
}

interface WayProps extends Pick<Props, 'step' | 'onLoggedIn'> {
  way: Way;
  onStartAgain: () => void;
}

function WayForm({ way, step, onLoggedIn, onStartAgain }: WayProps) {
  const t = useTranslations();
  const [hasFailed, setHasFailed] = useState(false);
  const form = useForm({
    initial: { code: '', trust_browser: false as boolean },
    validate: ({ code }) =>
      way !== 'passkey' && code.trim() === '' ? { code: 'validation.required' as const } : {},
    send: async ({ code, trust_browser }) => {
      setHasFailed(false);
      const given = way === 'passkey' ? await passkeyAnswer() : { [way]: code };
      if (!given) return;
      await logInByFactor({ token: step.token, trust_browser, ...given });
      onLoggedIn();
    },
    fieldOfCode: { FACTOR_WRONG: 'code' },
  });
  /** The user may cancel in the browser. */
  async function passkeyAnswer() {
    try {
      return step.passkey ? await answerStep(step.passkey) : undefined;
    } catch (error) {
      if (error instanceof HttpProblem) throw error;
      setHasFailed(true);
      return undefined;
    }
  }
  const { isSending, problem, problemCode } = form;
  const failure = hasFailed ? t('factor.step.passkeyFailed') : problem;
  return (
    <Form onSubmit={form.onSubmit} isSending={isSending}>
      {failure && <FormNotice kind="problem">{failure}</FormNotice>}
      {way !== 'passkey' && (
        <CodeField
          field={form.text('code')}
          inputMode={way === 'code' ? 'numeric' : 'text'}
          label={way === 'code' ? t('factor.code') : t('factor.step.recovery')}
        />
      )}
      <CheckField {...form.check('trust_browser')} label={t('factor.step.trust')} />
      {problemCode === 'FACTOR_STEP_EXPIRED' ? (
        <Button size="md" fullWidth onClick={onStartAgain}>
          {t('factor.step.back')}
        </Button>
      ) : (
        <Button
          type="submit"
          size="md"
          fullWidth
          disabled={isSending}
          icon={way === 'passkey' && <IconFingerprint size={20} stroke={1.7} aria-hidden />}
        >
          {isSending
            ? t('auth.sending')
            : t(way === 'passkey' ? 'factor.step.usePasskey' : 'factor.step.submit')}
        </Button>
      )}
    </Form>
  );
}

interface CodeProps {
  label: ReactNode;
  /** Phones show digits for the code of an app. */
  inputMode: 'numeric' | 'text';
  field: Pick<React.ComponentProps<typeof TextField>, 'name' | 'value' | 'error' | 'onChange'>;
}

/** A code of an app or a recovery code. */
export const CodeField = ({ label, inputMode, field }: CodeProps) => (
  <TextField
    {...field}
    label={label}
    inputMode={inputMode}
    size="md"
    autoComplete="one-time-code"
    autoCapitalize="characters"
    spellCheck={false}
    required
    withAsterisk={false}
    autoFocus
    data-autofocus
  />
);
