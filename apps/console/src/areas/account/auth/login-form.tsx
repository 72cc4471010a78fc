import { LoginForm as LoginSchema, type LoginStep } from '@manoboard/contract/account/login';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { schemaErrors } from '../../../lib/forms/form-errors.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { HttpProblem } from '../../../lib/http/http-problem.ts';
import { loadTexts } from '../../../lib/texts/locale-store.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { Heading } from '../../../ui/heading.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { canUsePasskeys } from '../factor/can-use-passkeys.ts';
import { CheckField } from './check-field.tsx';
import { type Demo, DemoLogins } from './demo-logins.tsx';
import { logIn } from './log-in.ts';

/** The second step and passkeys load on their first use. */
type StepPart = typeof import('../factor/factor-step.tsx');

interface Props {
  initialEmail: string;
  /** Why the login page is shown, e.g. an expired session. */
  notice?: ReactNode;
  /** Link to the password recovery. */
  forgot: ReactNode;
  demo: Demo | null;
  /** Link to the demo's mailbox. */
  mailbox?: ReactNode;
  onLoggedIn: () => void;
}

/**
 * R3.3: counts down the server's `retry_after` for this account only. Has its own timer: importing `lib/time/clock.ts` would
 * add the live page's code to the first load.
 */
function useLoginWait() {
  const [wait, setWait] = useState({ username: '', untilMs: 0 });
  const [nowMs, setNowMs] = useState(0);
  useEffect(() => {
    if (wait.untilMs === 0) return;
    const timer = setInterval(() => {
      setNowMs(Date.now());
      if (Date.now() >= wait.untilMs) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [wait]);
  return {
    recordRefusal: (username: string, error: unknown) => {
      const retryAfterS = error instanceof HttpProblem ? error.problem?.retry_after : undefined;
      if (retryAfterS === undefined) return;
      setNowMs(Date.now());
      setWait({ username, untilMs: Date.now() + retryAfterS * 1000 });
    },
    remainingS: (username: string) =>
      username === wait.username ? Math.max(0, Math.ceil((wait.untilMs - nowMs) / 1000)) : 0,
  };
}

const minutesAndSeconds = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, '0')}`;

/** R3.3 */
export function LoginForm({ initialEmail, notice, forgot, demo, mailbox, onLoggedIn }: Props) {
  const t = useTranslations('auth');
  const wait = useLoginWait();
  const tProblem = useTranslations('problem');
  const [passkeyProblem, setPasskeyProblem] = useState<string>();
  const [second, setSecond] = useState<{ step: LoginStep; Step: StepPart['FactorStep'] }>();
  const form = useForm({
    initial: { username: initialEmail, password: '', remember: false as boolean },
    validate: (values) => schemaErrors(LoginSchema, values),
    send: async (values) => {
      setPasskeyProblem(undefined);
      const username = values.username.trim();
      const next = await logIn({ ...values, username }).catch((error) => {
        wait.recordRefusal(username, error);
        throw error;
      });
      if (!next) return onLoggedIn();
      const [{ FactorStep: Step }] = await Promise.all([
        import('../factor/factor-step.tsx'),
        loadTexts('shell', 'account'),
      ]);
      setSecond({ step: next, Step });
    },
  });
  const enterByPasskey = async () => {
    form.fill({});
    setPasskeyProblem(undefined);
    try {
      await (await import('../factor/api.ts')).logInByPasskey(form.values.remember);
      onLoggedIn();
    } catch (error) {
      // The browser gives the same error for a cancelled dialog, a timeout and a missing passkey.
      const code = error instanceof HttpProblem ? error.code : 'UNKNOWN';
      setPasskeyProblem(code !== 'UNKNOWN' && tProblem.has(code) ? tProblem(code) : t('passkeyFailed'));
    }
  };
  const { isSending } = form;
  const problem = form.problem ?? passkeyProblem;
  const waitS = wait.remainingS(form.values.username.trim());
  const label = waitS > 0 ? t('waitLogin', { time: minutesAndSeconds(waitS) }) : t('submitLogin');

  if (second)
    return <second.Step step={second.step} onLoggedIn={onLoggedIn} onBack={() => setSecond(undefined)} />;
  return (
    <Form onSubmit={form.onSubmit} isSending={isSending}>
      <Heading title={t('loginHeading')} text={t('loginLead')} />
      {problem ? <FormNotice kind="problem">{problem}</FormNotice> : notice}
      <TextField
        {...form.text('username')}
        label={t('email')}
        type="email"
        autoComplete="username"
        inputMode="email"
        size="md"
        required
        withAsterisk={false}
        autoFocus={initialEmail === ''}
      />
      <PasswordField
        {...form.text('password')}
        label={t('password')}
        showLabel={t('showPassword')}
        hideLabel={t('hidePassword')}
        autoComplete="current-password"
        size="md"
        required
        withAsterisk={false}
        autoFocus={initialEmail !== ''}
      />
      <CheckField {...form.check('remember')} label={t('remember')} />
      <Button type="submit" size="md" fullWidth disabled={isSending || waitS > 0}>
        {isSending ? t('sending') : label}
      </Button>
      {!demo && canUsePasskeys() && (
        <Button variant="default" size="md" fullWidth onClick={enterByPasskey}>
          {t('passkeyLogin')}
        </Button>
      )}
      {forgot}
      {demo && (
        <DemoLogins
          {...demo}
          mailbox={mailbox}
          isDisabled={isSending}
          onChoose={(username, password) => void form.submit({ username, password, remember: false })}
        />
      )}
    </Form>
  );
}
