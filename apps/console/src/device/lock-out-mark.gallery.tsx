import type { LockOut } from '@manoboard/contract/command/lock-out';
import { serverNowS } from '../lib/time/clock.ts';
import type { Gallery } from '../ui/gallery.tsx';
import { LockOutMark } from './lock-out-mark.tsx';
import { LockOutNotice } from './lock-out-notice.tsx';

const TAG: LockOut = {
  id: 1,
  reason: 'výmena spätného ventilu',
  by: { user_id: 7, name: 'Jana Kováčová' },
  since: 1_800_000_000,
  until: null,
};

export const device: Gallery = () => {
  const ending = { ...TAG, until: serverNowS() + 7200 };
  return {
    LockOutMark: { 'until={null}': <LockOutMark tag={TAG} />, until: <LockOutMark tag={ending} /> },
    LockOutNotice: { 'until={null}': <LockOutNotice tag={TAG} />, until: <LockOutNotice tag={ending} /> },
  };
};
