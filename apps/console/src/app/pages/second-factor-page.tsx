import { getRouteApi, Link, useNavigate, useRouter } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Enrolment } from '../../areas/account/factor/enrolment.tsx';
import { KeepFactors } from '../../areas/account/factor/keep-factors.tsx';
import { StopForm } from '../../areas/pump/pump-control/stop-form.tsx';
import { logout } from '../../lib/http/http.ts';
import { session } from '../../lib/http/session.ts';
import { useLinkToken } from '../../lib/page/link-token.ts';
import { paths } from '../../lib/page/paths.ts';
import { UnderForm } from '../../ui/form.tsx';
import { IdentityProof } from '../shell/identity-proof.tsx';

const route = getRouteApi('/second-factor/');

export function SecondFactorPage() {
  const { return: path } = route.useSearch();
  const token = useLinkToken();
  return token === undefined ? <FirstFactor path={path ?? paths.home} /> : <KeptFactors token={token} />;
}

/** The device of the page that was requested. */
const deviceOf = (path: string) => URL.parse(path, location.origin)?.searchParams.get('device') ?? undefined;

/** `path`: the page to open afterwards. A stop of a pump needs no factor. */
function FirstFactor({ path }: { path: string }) {
  const router = useRouter();
  const navigate = useNavigate();
  const leave = async () => {
    await session.end(logout).catch(() => undefined);
    await navigate({ to: paths.login, replace: true });
  };
  return (
    <>
      <Enrolment onDone={() => router.history.push(path)} onLogout={() => void leave()} />
      <StopForm deviceId={deviceOf(path)} />
      <IdentityProof />
    </>
  );
}

function KeptFactors({ token }: { token: string }) {
  const t = useTranslations('auth');
  return (
    <KeepFactors
      token={token}
      nextLink={
        <UnderForm>
          <Link to={paths.login}>{t('backToLogin')}</Link>
        </UnderForm>
      }
    />
  );
}
