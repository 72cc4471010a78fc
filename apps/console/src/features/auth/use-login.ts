import { LoginForm } from '@manoboard/contract/account';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { logIn } from './api.ts';
import { type ErrorKey, refusalOf, schemaErrors } from './form-errors.ts';

const FIELDS = ['username', 'password', 'remember'] as const;

export function useLogin(initialEmail: string, onLoggedIn: () => void) {
  const [problem, setProblem] = useState<ErrorKey>();
  const [isSending, setIsSending] = useState(false);
  const form = useForm<LoginForm>({
    initialValues: { username: initialEmail, password: '', remember: false },
    validate: (values) => schemaErrors(LoginForm, values),
  });

  async function submit(values: LoginForm) {
    setProblem(undefined);
    setIsSending(true);
    try {
      await logIn({ ...values, username: values.username.trim() });
      onLoggedIn();
    } catch (error) {
      const refusal = refusalOf(error, FIELDS);
      form.setErrors(refusal.fields);
      setProblem(refusal.form);
    } finally {
      setIsSending(false);
    }
  }

  return { form, problem, isSending, submit };
}
