import { deviceAccessCalls } from '@manoboard/contract/device/device-access.calls';
import type { BoardLabel, FoundBoard } from '@manoboard/contract/device/found-board';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { logIn } from '../../areas/account/auth/log-in.ts';
import { type NewAccount, SignUpForm } from '../../areas/account/auth/sign-up-form.tsx';
import { FoundBoardHead, useFoundBoard } from '../../areas/service/add-device/found-board.tsx';
import { LabelStep } from '../../areas/service/add-device/label-step.tsx';
import { request } from '../../lib/http/http.ts';
import { useProblemText } from '../../lib/http/use-problem-text.ts';
import { paths } from '../../lib/page/paths.ts';
import { toast } from '../../lib/page/toast.ts';
import { UnderForm } from '../../ui/form.tsx';
import { TermsLink } from './signup-page.tsx';

interface Found {
  label: BoardLabel;
  board: FoundBoard;
}

/** R3.1, R4.1: somebody without an account, with a new pump: its label first, then the account; the third screen is `NewPumpPage`. */
export function FirstPumpPage() {
  const t = useTranslations('firstPump.label');
  const [found, setFound] = useState<Found>();
  if (found) return <FoundStep {...found} onBack={() => setFound(undefined)} />;
  return (
    <LabelStep
      onFound={(label, board) => setFound({ label, board })}
      login={
        <UnderForm>
          {t('haveAccount')}{' '}
          <Link to={paths.login} search={{ return: paths.addDevice }}>
            {t('login')}
          </Link>
        </UnderForm>
      }
    />
  );
}

function FoundStep({ label, board: found, onBack }: Found & { onBack: () => void }) {
  const t = useTranslations('firstPump.found');
  const navigate = useNavigate();
  const problemText = useProblemText();
  const board = useFoundBoard(label, found);

  /** The account exists from here on, so no failure may lead back to the form. */
  async function claim({ email, password }: NewAccount) {
    const isIn = await logIn({ username: email, password, remember: false }).then(
      (step) => step === undefined,
      () => false,
    );
    if (!isIn) return navigate({ to: paths.login, search: { return: paths.addDevice }, state: { email } });
    try {
      const device = await request(deviceAccessCalls.addDevice, { body: label });
      if (device) await navigate({ to: paths.newPump, search: { device: device.id_dev } });
    } catch (error) {
      await navigate({ to: paths.addDevice });
      toast(problemText(error), { kind: 'warning' });
    }
  }
  return (
    <div className="grid gap-5">
      <FoundBoardHead board={board} />
      {board.is_online && (
        <SignUpForm hasHeading={false} submit={t('mine')} terms={<TermsLink />} onRegistered={claim} />
      )}
      <UnderForm>
        <button type="button" className="cursor-pointer text-link" onClick={onBack}>
          {t('other')}
        </button>
      </UnderForm>
    </div>
  );
}
