import { describe, expect, it } from 'vitest';
import { session } from '../../../lib/http/session.ts';
import type { Handler } from '../../../testing/fake-server.ts';
import { freezeTime, measured, pass } from '../../../testing/live-page.tsx';
import { page } from '../../../testing/page.tsx';
import {
  done,
  field,
  less,
  more,
  set,
  showPressureRow,
  type,
  WRITE,
} from '../../../testing/pressure-row.tsx';

freezeTime();

/** A handler that succeeds when the test calls `answer`. */
function answeredLate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const late: Handler = async (request) => {
    await promise;
    return done(request);
  };
  return {
    late,
    answer() {
      resolve();
      return pass(100);
    },
  };
}

describe('R5.6 a pressure write', () => {
  it.each([
    ['sk', 'Nastaviť', 'Zvýšiť o 0,1 bar', 'Odoslané'],
    ['gb', 'Set', 'Raise by 0.1 bar', 'Requests sent'],
  ] as const)(
    'with 200 shows the success toast with the name of the device: %s',
    async (locale, setName, moreName, message) => {
      await showPressureRow({ required_pressure: 4.2 }, { answer: done, locale });
      await page.click(page.get('button', moreName));
      await page.click(page.get('button', setName));
      await pass(100);
      expect(page.text()).toMatch(new RegExp(`Studňa:? ?${message}`));
    },
  );

  it.each([
    ['sk', 409, 'LOCAL_CONTROL', 'Požiadavky sa nepodarilo odoslať'],
    ['sk', 409, 'REJECTED', 'Odoslané, ale zariadenie to nepotvrdilo'],
    ['sk', 504, 'NO_ANSWER', 'Odoslané, výsledok nie je známy'],
    ['gb', 422, 'OUT_OF_BOUNDS', 'Requests not sent'],
    ['gb', 409, 'FAILED', 'Sent, but the device did not confirm it'],
    ['gb', 500, 'INTERNAL', 'Sent, outcome unknown'],
  ] as const)(
    'R4.15 R5.13 shows the warning toast with the name of the device: %s, %s %s',
    async (locale, status, detail, message) => {
      await showPressureRow(
        { required_pressure: 4.2 },
        { answer: () => ({ status, json: { detail } }), locale },
      );
      await page.click(page.get('button', locale === 'sk' ? 'Zvýšiť o 0,1 bar' : 'Raise by 0.1 bar'));
      await page.click(page.get('button', locale === 'sk' ? 'Nastaviť' : 'Set'));
      await pass(100);
      expect(page.text()).toMatch(new RegExp(`Studňa:? ?${message}`));
    },
  );

  it.each([{ json: {} }, { json: '<html>' }, { json: { id: 77, status: 'ok' } }, {}])(
    'R5.13 with 200 shows the success toast whatever the body: %j',
    async (answer) => {
      await showPressureRow({ required_pressure: 4.2 }, { answer: () => answer });
      await page.click(more());
      await page.click(set());
      await pass(100);
      expect(page.text()).toContain('Odoslané');
      expect(page.text()).not.toContain('nepodarilo');
    },
  );

  it.each([
    ['sk', 'Zvýšiť o 0,1 bar', 'Nastaviť', 'Odoslané, výsledok nie je známy'],
    ['gb', 'Raise by 0.1 bar', 'Set', 'Sent, outcome unknown'],
  ] as const)('R5.13 never says "not sent" after a lost connection: %s', async (locale, ...labels) => {
    const [moreName, setName, message] = labels;
    await showPressureRow({ required_pressure: 4.2 }, { answer: () => 'network error', locale });
    await page.click(page.get('button', moreName));
    await page.click(page.get('button', setName));
    await pass(3000);
    expect(page.text()).toMatch(new RegExp(`Studňa:? ?${message}`));
    expect(page.text()).not.toContain(locale === 'sk' ? 'nepodarilo odoslať' : 'not sent');
  });

  it.each([
    ['sk', 'Zvýšiť o 0,1 bar', 'Nastaviť', 'Požiadavky sa nepodarilo odoslať', 'Odoslané', '4,3'],
    ['gb', 'Raise by 0.1 bar', 'Set', 'Requests not sent', 'Requests sent', '4.3'],
  ] as const)(
    'R3.8 after the session has expired shows the warning toast and keeps the draft: %s',
    async (locale, ...labels) => {
      const [moreName, setName, notSent, sent, draft] = labels;
      session.begin();
      await showPressureRow(
        { required_pressure: 4.2 },
        { answer: () => ({ status: 401, json: {} }), locale },
      );
      await page.click(page.get('button', moreName));
      await page.click(page.get('button', setName));
      // The toasts of earlier tests are removed with the session and take a moment to fade.
      await pass(1000);
      expect(page.text()).toContain(notSent);
      expect(page.text()).not.toContain(sent);
      expect(field().value).toBe(draft);
    },
  );

  it('R1.5 shows no toast to a user who logged in since', async () => {
    const { late, answer } = answeredLate();
    session.begin();
    await showPressureRow({ required_pressure: 4.2 }, { answer: late });
    await page.click(more());
    await page.click(set());
    session.begin();
    await answer();
    expect(page.text()).not.toContain('Odoslané');
  });

  it.each([
    ['typed', () => type('3,2'), '3,2'],
    ['stepped to', () => page.click(less()), '4,2'],
  ] as const)('R5.5 keeps a value that is %s before the answer', async (_how, edit, shown) => {
    const { late, answer } = answeredLate();
    await showPressureRow({ required_pressure: 4 }, { answer: late });
    await type('4,3');
    await page.click(set());
    await pass(5000);
    await edit();
    await answer();
    expect(field().value).toBe(shown);
  });

  it('keeps the draft after a refusal and shows the reported value after a success', async () => {
    const { receiveFrame, server } = await showPressureRow(
      { required_pressure: 4.2 },
      { answer: () => ({ status: 409, json: { detail: 'VALUE_CHANGED' } }) },
    );
    await page.click(more());
    await page.click(set());
    await pass(5000);
    expect(field().value).toBe('4,3');
    server.routes[WRITE] = done;
    await page.click(set());
    await pass(0);
    await receiveFrame(measured({ required_pressure: 4.29 }, {}, -1));
    expect(field().value).toBe('4,3');
    expect(page.text()).toContain('Zariadenie to potvrdilo');
  });

  it('shows the requested and the reported value while they differ', async () => {
    await showPressureRow({ required_pressure: 4.2 });
    await page.click(more());
    await page.click(set());
    expect(page.text()).toContain('Odosiela sa… Požadované: 4,3 bar');
  });

  it('of another session is shown while it is pending', async () => {
    const { receiveCommand } = await showPressureRow({ required_pressure: 4.2 });
    await receiveCommand({ op: 'write', value: 5, status: 'published', finished_at: null });
    expect(page.text()).toContain('Požadované: 5,0 bar · nahlásené: 4,2 bar');
  });
});
