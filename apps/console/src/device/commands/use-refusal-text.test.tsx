import { aLockOut } from '@manoboard/testkit/factories';
import { expect, it } from 'vitest';
import { problemOf } from '../../lib/http/http-problem.ts';
import { page, showPage } from '../../testing/page.tsx';
import { useRefusalText } from './use-refusal-text.ts';

function Refusal({ status, body }: { status: number; body: object }) {
  return useRefusalText()(problemOf(status, body));
}

it.each([
  ['sk', 'Peter Horváth: „výmena ventilu“'],
  ['gb', 'Peter Horváth: “výmena ventilu”'],
] as const)(
  'R5.10 the text of a refusal by a lock-out tag includes author and reason, %s',
  async (locale, words) => {
    const body = { detail: 'LOCKED_OUT', lock_out: aLockOut() };
    await showPage(<Refusal status={409} body={body} />, locale);
    expect(page.text()).toContain(words);
  },
);
