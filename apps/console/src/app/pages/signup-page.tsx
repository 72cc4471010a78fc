import { useNavigate } from '@tanstack/react-router';
import { SignUpForm } from '../../features/auth/sign-up-form.tsx';
import { paths } from '../../lib/paths.ts';

export function SignupPage() {
  const navigate = useNavigate();
  return <SignUpForm onRegistered={(email) => navigate({ to: paths.login, state: { email } })} />;
}
